/* source: SAS 9.2 Language Reference: Dictionary, INFILE Statement, Examples: Changing How Delimiters Are Treated (DELIMITER='ab') */
data nums;
  infile datalines delimiter='ab';
  input x y z;
  datalines;
1aa2ab3
4b5bab6
7a8b9
;
proc print data=nums; run;
/* listing
Obs x y z
1 1 2 3
2 4 5 6
3 7 8 9
*/
