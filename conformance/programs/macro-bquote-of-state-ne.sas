/* source: STAT 4197/6197 course notes, Week 10, Ex2_BQUOTE_NRBQUOTE, Part 2 (ProcJimi/curriculum, GitHub, 2019) */
%macro bq;
  %local state;
  data _null_;
    name = 'NE';
    call symput('State', name);
  run;
  %if %bquote(&state) = %str(NE) %then %put Nebraska Dept. of Health;
  %put &state;
%mend;
%bq
/* log
Nebraska Dept. of Health
NE
*/
