/* source: Interleaving SAS datasets, Section 5.3 (Oregon State University, Statistics SAS class) */
data q1; input Class $ Name $ Score @@; datalines;
A John 75 A Jill 80 B Paul 98 C Andrea 86
;
data q2; input Class $ Name $ Score @@; datalines;
A Chris 58 B Cathy 92 B Amy 88 C Don 68
;
data q; set q1 q2; by Class; run;
proc print data=q noobs; run;
/* listing
Class Name Score
A John 75
A Jill 80
A Chris 58
B Paul 98
B Cathy 92
B Amy 88
C Andrea 86
C Don 68
*/
