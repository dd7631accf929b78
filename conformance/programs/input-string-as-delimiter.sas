/* source: SAS 9.2 Language Reference: Dictionary, INFILE Statement, Examples: Changing How Delimiters Are Treated (DLMSTR='PRD' DLMSOPT='I') */
data nums;
  infile datalines dlmstr='PRD' dlmsopt='i';
  input x y z;
  datalines;
1PRD2PRd3
4PrD5Prd6
7pRd8pRD9
;
proc print data=nums; run;
/* listing
Obs x y z
1 1 2 3
2 4 5 6
3 7 8 9
*/
