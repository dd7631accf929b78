/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL COMPCOST Routine */
data test;
  length string $ 8 operation $ 40;
  if _n_ = 1 then call compcost('insert=', 10, 'DEL=', 11, 'r=', 12);
  input string operation;
  ged = compged(string, 'baboon');
  datalines;
baboon match
xbaboon insert
babon delete
baXoon replace
;
proc print data=test noobs label; label ged='Generalized Edit Distance'; run;
/* listing
baboon   match    0
xbaboon  insert  10
babon    delete  11
baXoon   replace 12
*/
