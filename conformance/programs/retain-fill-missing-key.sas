/* source: Technical FAQ BA160, setting a missing value from the previous observation (sas.com Japan) */
data holes;
  input no value;
  datalines;
1001 100
. 50
1002 50
. 100
. 150
1003 50
. 200
1004 50
;
run;
data filled;
  retain last;
  set holes;
  if missing(no) then no = last;
  else last = no;
  drop last;
run;
proc print data=filled noobs;
run;
/* listing
no value
1001 100
1001 50
1002 50
1002 100
1002 150
1003 50
1003 200
1004 50
*/
