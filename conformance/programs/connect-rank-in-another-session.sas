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
signon other sascmd='!sascmd' inheritlib=(work=ours);
rsubmit other wait=no;
  proc rank data=ours.cake out=ours.order descending ties=low;
    var present taste;
    ranks presentrank tasterank;
  run;
endrsubmit;
waitfor _all_ other;
signoff other;
proc print data=order;
run;
/* listing
Obs name present taste presentrank tasterank
1 Davis 77 84 3 1
2 Orlando 93 80 1 2
3 Ramey 68 72 4 7
4 Roe 68 75 4 6
5 Sanders 56 79 7 3
6 Simms 68 77 4 5
7 Strickland 82 79 2 3
*/
