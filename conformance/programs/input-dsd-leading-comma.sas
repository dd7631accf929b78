/* source: SAS 9.2 Language Reference: Dictionary, INFILE Statement, Examples: Changing How Delimiters Are Treated (DSD) */
data nums;
  infile datalines dsd;
  input x y z;
  datalines;
,2,3
4,5,6
7,8,9
;
proc print data=nums; run;
/* listing
Obs x y z
1 . 2 3
2 4 5 6
3 7 8 9
*/
