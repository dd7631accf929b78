/* source: sas/lag.sas, from SAS Global Forum paper 354-2009 (Bob Heckel, github.com/bheckel/code) */
data firm;
  input company $ month_end :mmddyy8. sales;
  format month_end mmddyy10.;
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
data around;
  set firm;
  by company;
  behind = lag(sales);
  if first.company = 0 then last_mo = behind;
  if last.company = 0 then do;
    k = _n_ + 1;
    set firm(keep=sales rename=(sales=ahead)) point=k;
    next_mo = ahead;
  end;
  drop behind ahead;
run;
proc print data=around;
run;
/* listing
Obs company month_end sales last_mo next_mo
1 abc 01/31/2008 10000 . 25000
2 abc 02/28/2008 25000 10000 15000
3 abc 05/31/2008 15000 25000 12000
4 abc 10/31/2008 12000 15000 20500
5 abc 12/31/2008 20500 12000 .
6 xyz 02/28/2008 30000 . 10000
7 xyz 03/31/2008 10000 30000 12500
8 xyz 07/31/2008 12500 10000 15000
9 xyz 10/31/2008 15000 12500 20000
10 xyz 11/30/2008 20000 15000 11000
11 xyz 12/31/2008 11000 20000 .
*/
