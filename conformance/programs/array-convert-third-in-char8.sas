/* source: SAS Tip of the Month August 2008 (theprogrammerscabin.com) */
data _null_;
  length third $ 8;
  third = 1/3;
  third = third * 3;
  put third=;
run;
/* log
NOTE: Numeric values have been converted to character values at the places given by: (Line):(Column).
4:12 5:17
NOTE: Character values have been converted to numeric values at the places given by: (Line):(Column).
5:11
third=0.999999
*/
