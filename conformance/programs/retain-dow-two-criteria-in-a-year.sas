/* source: Flagging based on two criteria within a period (SAS Communities; github.com/rogerjdeangelis, dow-loop) */
data have;
  input patientid year dx1-dx4;
  datalines;
1 2009 250 223 224 444
1 2009 555 666 120 290
2 2007 120 666 120 290
2 2007 120 666 120 290
3 2004 250 120 290 120
3 2004 240 250 120 290
3 2004 250 120 290 120
;
data want;
  do until (last.year);
    set have; by patientid year;
    sum_666 + (dx1 = 666) + (dx2 = 666) + (dx3 = 666);
    sum_250 + (dx1 = 250) + (dx2 = 250) + (dx3 = 250);
  end;
  do until (last.year);
    set have; by patientid year;
    if sum_666 = 2 or (sum_666 = 1 and sum_250 = 1) then output;
  end;
  sum_666 = 0;
  sum_250 = 0;
run;
proc print data=want noobs; run;
/* listing
1 2009 250 223 224 444 1 1
1 2009 555 666 120 290 1 1
2 2007 120 666 120 290 2 0
2 2007 120 666 120 290 2 0
*/
