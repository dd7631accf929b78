/* source: sas/array_vs_transpose.sas, from SUGI 24 paper 60 (Bob Heckel, github.com/bheckel/code) */
data dates;
  input myname $ mydate $ @@;
  datalines;
Amy Date#A1 Amy Date#A2 Amy Date#A3
Bob Date#B1 Bob Date#B2 Bob Date#B3 Bob Date#B4
;
run;
data across;
  array d{4} $ date1-date4;
  do k = 1 to 4 until (last.myname);
    set dates;
    by myname;
    d{k} = mydate;
  end;
  keep myname date1-date4;
run;
proc print data=across;
run;
/* listing
Obs date1 date2 date3 date4 myname
1 Date#A1 Date#A2 Date#A3 Amy
2 Date#B1 Date#B2 Date#B3 Date#B4 Bob
*/
