/* source: Extract row corresponding to minimum value of a variable by group (stackoverflow.com; rogerjdeangelis on GitHub) */
data staff;
  informat state $2. company $1. employees 8.;
  input state company employees;
  cards4;
AK A 82
AK B 104
AK C 37
AK D 24
RI E 19
RI F 118
RI G 88
RI H 42
;;;;
proc sort data=staff out=up; by state employees; run;
data least;
  set up;
  by state;
  if first.state;
run;
proc print data=least noobs; run;
proc means data=staff noprint nway;
  class state;
  output out=same idgroup(min(employees) out(company employees)=);
run;
proc print data=same noobs;
  var state company employees;
run;
/* listing
state company employees
AK D 24
RI E 19
AK D 24
RI E 19
*/
