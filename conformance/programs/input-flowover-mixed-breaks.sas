/* source: SAS Observations and Records (SSCC, University of Wisconsin, sscc.wisc.edu) */
data pts;
  input team $ name $ score1-score3;
datalines;
red
Joe
11 32 76
blue Mitchell 13 29 82
green
Susan 14 27 74
;
proc print data=pts; run;
/* log
NOTE: SAS went to a new line when INPUT statement reached past the end of a line.
*/
/* listing
Obs team name score1 score2 score3
1 red Joe 11 32 76
2 blue Mitchell 13 29 82
3 green Susan 14 27 74
*/
