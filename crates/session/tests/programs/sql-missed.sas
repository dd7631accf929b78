/* In PROC SQL: names of intervals in the plural, arguments that are left out, and one error for one cause. */
data a;
  do day = '30jan2020'd to '02feb2020'd; t = cats('a', day, ' b'); output; end;
  format day date9.;
run;
proc sql;
  select day, compress(t,,'kd') as digits, intnx('months', day, 1) as next format=date9.
    from a where intck('quarters', '01jan2019'd, day) = 4 and countc(t,,'d') > 1;
  create table b as select * from nowhere.c;
  create table d as select *, sum(sex) as s from b where sex in ('F') group by nosuch;
  select nosuch from d;
  select nosuch from a;
quit;
proc print data=d; var s; run;
