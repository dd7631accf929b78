/* source: Selecting teams that have at least one male and one female player (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input id $ sex $ @@;
  datalines;
Brazil F England F England M England M France M Spain F Spain M USA F USA M
;
data _null_;
  set have; by id sex;
  if first.id = 0 and first.sex = 1 then put 'by two variables: ' id;
run;
data _null_;
  merge have(where=(sex='F') in=f) have(where=(sex='M') in=m);
  by id;
  if f and m and first.id then put 'merged: ' id;
run;
data _null_;
  do until (last.id);
    set have; by id;
    if sex = 'F' then f = 1;
    if sex = 'M' then m = 1;
  end;
  if f and m then put 'in one loop: ' id;
run;
/* log
by two variables: England
by two variables: Spain
by two variables: USA
merged: England
merged: Spain
merged: USA
in one loop: England
in one loop: Spain
in one loop: USA
*/
