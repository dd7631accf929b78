/* source: SAS Observations and Records (SSCC, University of Wisconsin, sscc.wisc.edu) */
data pts;
  infile datalines;
  input team $ name $ score1 score2 score3;
datalines;
red
Joe
blue Mitchell 13 29 82
green
Susan 14 27 74
;
proc print data=pts; run;
/* log
NOTE: Invalid data for score1 in line 8 1-4.
*/
/* listing
Obs team name score1 score2 score3
1 red Joe . . 13
2 green Susan 14 27 74
*/
