/* source: sas/lag.sas, long to wide (Bob Heckel, github.com/bheckel/code) */
options ls=200;
data firm;
  input company $ month_end :mmddyy8. sales;
  datalines;
abc 01312008 10000
abc 02282008 25000
abc 05312008 15000
abc 10312008 12000
abc 12312008 20500
xyz 02282008 30000
xyz 03312008 10000
xyz 07312008 12500
xyz 10312008 15000
xyz 11302008 20000
xyz 12312008 11000
;
run;
data wide;
  set firm;
  by company;
  array months[12];
  retain months:;
  if first.company then call missing(of months[*]);
  months[month(month_end)] = sales;
  if last.company;
  keep company months:;
run;
proc print data=wide;
run;
/* listing
Obs company months1 months2 months3 months4 months5 months6 months7 months8 months9 months10 months11 months12
1 abc 10000 25000 . . 15000 . . . . 12000 . 20500
2 xyz . 30000 10000 . . . 12500 . . 15000 20000 11000
*/
