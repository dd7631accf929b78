/* PROC TABULATE: percentages and their denominators. */
data staff;
  input sex job people pay;
  do i = 1 to people; output; end;
  label job='Job';
  datalines;
1 1 16 10
1 2 20 20
1 3 14 30
1 4 14 40
2 1 18 15
2 2 14 25
2 3 14 35
2 4 13 45
;
run;

proc format;
  value sexes 1='Female' 2='Male';
  value jobs 1='Technical' 2='Manager' 3='Clerical' 4='Administrative';
run;

proc tabulate data=staff format=8.2;
  class sex job;
  table (job='Job Class' all='All Jobs')
        *(n='Number of employees'*f=9.
          pctn<sex all>='Percent of row total'
          pctn<job all>='Percent of column total'
          pctn='Percent of total'),
        sex='Sex' all='All Employees' / rts=50;
  format sex sexes. job jobs.;
run;

proc tabulate data=staff format=8.2;
  class sex job;
  table job all, (sex all)*(n rowpctn colpctn reppctn);
  table sex, job, n pctn pagepctn colpctn;
  format sex sexes. job jobs.;
run;

proc tabulate data=staff format=9.2;
  class sex job;
  var pay people;
  table job all, (sex all)*pay*(sum pctsum<job all> rowpctsum colpctsum);
  table sex all, pay*(sum reppctsum pctsum<people>) pay*pctn / fuzz=1e-9;
  format sex sexes. job jobs.;
run;
