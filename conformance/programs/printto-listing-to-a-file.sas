/* source: SAS 9.2 Base Procedures Guide, The RANK Procedure, Example 1: Ranking Values of Multiple Variables */
data cake;
  input name $ 1-10 present 12-13 taste 15-16;
  datalines;
Davis      77 84
Orlando    93 80
Ramey      68 72
Roe        68 75
Sanders    56 79
Simms      68 77
Strickland 82 79
;
proc rank data=cake out=order descending ties=low;
  var present taste;
  ranks presentrank tasterank;
run;
proc printto print='order.lst' new; run;
proc print data=order noobs; run;
proc printto; run;
data _null_;
  infile 'order.lst';
  input;
  put _infile_;
run;
/* log
Davis 77 84 3 1
Orlando 93 80 1 2
Ramey 68 72 4 7
Roe 68 75 4 6
Sanders 56 79 7 3
Simms 68 77 4 5
Strickland 82 79 2 3
*/
