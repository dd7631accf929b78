/* source: STAT 4197/6197 course notes, Week 4, Ex9_Date_Function (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  stamp = '13Jan2016:23:15:30'dt;
  part = datepart(stamp);
  clock = timepart(stamp);
  m = month(part); w = weekday(part); d = day(part); y = year(part);
  made = mdy(1, 27, 2016);
  format stamp datetime20. part made date9. clock time.;
  put (_all_) (= /);
run;
data _null_;
  input @1 moment anydtdtm21. @1 date anydtdte15. @11 time anydttme13.;
  again = moment; clock = timepart(moment);
  format moment datetime18. date date9. time time5. clock timeampm11. again dateampm22.2;
  put date= / moment= / again= / time= / clock=;
  datalines4;
01Jul2016:15:30:55
;;;;
/* log
stamp=13JAN2016:23:15:30
part=13JAN2016
clock=23:15:30
m=1
w=4
d=13
y=2016
made=27JAN2016
date=01JUL2016
moment=01JUL16:15:30:55
again=01JUL16:03:30:55.00 PM
time=15:30
clock=3:30:55 PM
*/
