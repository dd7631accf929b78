* Ranks in the place of values and beside them;
data cake;
  input name $ present taste flavor;
  format taste 6.2;
  label flavor='What it tastes of';
  datalines;
Davis 77 84 1
Orlando 93 80 2
Ramey 68 72 1
Roe 68 75 .
Sanders 56 79 2
Simms 68 77 3
Strickland 82 79 2
;
run;
proc rank data=cake out=order descending ties=low;
  var present taste;
  ranks present_rank taste_rank;
run;
proc print data=order; run;
proc contents data=order; run;
proc rank data=cake out=replaced; run;
proc print data=replaced; run;
proc rank data=cake out=groups(keep=present third) groups=3; where name ne 'Roe'; var present; ranks third; run;
proc print data=groups; run;
proc sort data=cake; by flavor; run;
proc rank data=cake percent out=percent; by flavor; var taste; ranks p; run;
proc print data=percent; run;
proc rank data=cake normal=blom out=normal; var taste; ranks z; run;
proc print data=normal; run;
proc rank data=cake savage ties=high out=savage; var taste; ranks s; run;
proc print data=savage; run;
options nosyntaxcheck;
proc rank data=cake out=x groups=2 percent; run;
proc rank data=cake out=x; var taste; ranks a b; run;
proc rank data=cake out=x; var taste; ranks present; run;
proc rank data=cake out=x; var name; run;
proc rank data=cake out=x ties=first; run;
proc rank data=cake out=x; by name; run;
