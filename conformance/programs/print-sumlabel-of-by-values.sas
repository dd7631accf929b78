/* source: Base SAS 9.4 Procedures Guide, PROC PRINT, SUMLABEL= and #BYVAL: the label of a BY group names its value */
data exp_rev;
  input country $ sale;
  datalines;
Spain 230.5
Spain 1.5
UK 77
UK 3.25
;
proc print data=exp_rev noobs sumlabel='#byval(country) total' grandtotal_label='Grand total';
  by country;
  sum sale;
run;
/* listing
230.5
1.5
232.0
77.00
3.25
80.25
312.25
*/
