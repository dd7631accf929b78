/* PROC SQL: values of queries in macro variables. */
data class;
  length name $8;
  input name $ age height;
  format height 6.1;
datalines;
Alfred 14 69.0
Alice 13 56.55
Bob . 59
;
proc sql;
/* The first row, with the blanks that its column has; numbers by BEST8. The query is listed unless NOPRINT is said. */
select name, age, height into :name, :age, :height from class;
%put [&name] [&age] [&height] SQLOBS=&sqlobs;
reset noprint;
select age / 3, 12345678901, 1e-10, 123456.789, -1e20 into :third, :long, :small, :some, :much from class;
%put [&third] [&long] [&small] [&some] [&much] SQLOBS=&sqlobs;
select height format=8.3, max(age), name into :form, :max trimmed, :cut trimmed from class;
%put [&form] [&max] [&cut];
/* All rows in one variable; others are left alone. */
select name, age into :names separated by ', ', :ages separated by '/' from class;
%put [&names] [&ages] SQLOBS=&sqlobs;
select name, age into :names separated by '|' notrim, :ages separated by '' notrim from class;
%put [&names] [&ages];
/* A row in each variable. */
select name, age into :n1-:n2, :a01 - :a09 from class;
%put [&n1] [&n2] [&a01] [&a03] SQLOBS=&sqlobs %symexist(n3) %symexist(a04);
select name into :m1- from class;
%put [&m1] [&m3] SQLOBS=&sqlobs;
select name, age into :k1 through :k3 notrim, :l1 thru :l2 from class order by name desc;
%put [&k1] [&k3] [&l1];
/* Nothing comes of no rows. */
%let name=as it was;
select name into :name from class where age > 99;
%put [&name] SQLOBS=&sqlobs;
select count(*) into :count from class where age > 99;
%put [&count] SQLOBS=&sqlobs;
/* The text that follows sees what was set. */
%macro each;
  select distinct age into :age1- from class where age;
  %do i = 1 %to &sqlobs;
    create table of_&&age&i as select * from class where age = &&age&i;
  %end;
%mend;
%each
quit;
