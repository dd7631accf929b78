/* source: SAS 9.4 Macro Language: Reference, %RETURN Statement */
%macro checkit(error);
  %if &error = 1 %then %return;
  data a; x = 1; run;
  %put step was done;
%mend;
%checkit(0)
%checkit(1)
%put after both calls;
/* log
step was done
after both calls
*/
