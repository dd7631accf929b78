/* source: STAT 4197/6197 course notes, Week 10, Ex2_BQUOTE_NRBQUOTE (ProcJimi/curriculum, GitHub, 2019) */
options symbolgen;
data test;
  store = "Kids'Corner";
  call symputx('s', store);
run;
%macro bq;
  %if %bquote(&s) ne %then %put *** valid ***;
  %else %put *** null value ***;
%mend;
%bq
/* log
SYMBOLGEN: Macro variable S resolves to Kids'Corner
*** valid ***
*/
