/* After an error the statements and steps that follow are checked, over what would have been made. */
data class;
  input name $ age;
datalines;
Ann 11
;
proc sql;
create view v as select name, age * 2 as twice from class;
create table t as select nothing from class;
%put SQLRC=&sqlrc;
create table u (a num, b char(3));
insert into u values (1, 'x');
update u set b = 2;
select a, c from u;
quit;
data out;
  set v;
  y = twice + 1;
run;
proc print data=out;
  var name y;
run;
