/* source: SAS 9.2 Language Reference: Dictionary, INFILE Statement, Examples: Changing How Delimiters Are Treated (scores without and with DSD) */
data without;
  infile datalines delimiter=',';
  input test1 test2 test3;
  datalines;
91,87,95
97,,92
,1,1
;
proc print data=without; run;
data with;
  infile datalines delimiter=',' dsd;
  input test1 test2 test3;
  datalines;
91,87,95
97,,92
,1,1
;
proc print data=with; run;
/* listing
1 91 87 95
2 97 92 1
1 91 87 95
2 97 . 92
3 . 1 1
*/
