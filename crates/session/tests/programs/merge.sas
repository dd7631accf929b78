/* What has run out keeps its last values within a group. */
data people;
  input id name $ 3-8;
  datalines;
1 Ada
2 Ben
4 Cleo
;
run;

data visits;
  input id day :date9.;
  format day date9.;
  datalines;
1 01JAN2020
1 15MAR2020
3 02FEB2021
4 29FEB2024
;
run;

data both only_people(keep=id name);
  merge people(in=p) visits(in=v);
  by id;
  if p and v then output both;
  else if p then output only_people;
run;

proc print data=both;
run;

proc print data=only_people;
run;

data side_by_side;
  merge people visits(rename=(id=visitor));
run;

proc print data=side_by_side;
run;
