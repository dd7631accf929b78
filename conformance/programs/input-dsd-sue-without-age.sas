/* source: SAS Base certification practice question: employeestats, Jose and Sue (learn.quicktechie.com) */
data emp;
  infile datalines dlm=',' dsd;
  input name $ age weight;
datalines;
Jose,47,210
Sue,,108
;
proc print data=emp noobs; run;
/* listing
name age weight
Jose 47 210
Sue . 108
*/
