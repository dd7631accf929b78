/* source: Removing duplicates when first and last names may be reversed but keep the first record (SAS Forum; rogerjdeangelis on GitHub) */
data couples;
  input first $ last $;
  datalines;
JOE DOE
TED WON
WON TED
JOY JAN
MOE KOE
;
data ordered;
  set couples;
  one = first;
  two = last;
  call sortc(one, two);
run;
proc sort data=ordered equals nodupkey; by one two; run;
data _null_;
  set ordered;
  put first last;
run;
/* log
JOE DOE
JOY JAN
MOE KOE
TED WON
*/
