/* source: INTCK in SAS, Example 1 of INTNX (9to5sas.com) */
data _null_;
  start = '01AUG2020'd;
  length unit $10;
  input unit n;
  moved = intnx(unit, start, n);
  put unit= moved= date9.;
  datalines;
day 7
week 1
tenday 2
weekday 2
month 2
semimonth 3
qtr 2
semiyear 3
year 1
;
run;
data _null_;
  input unit :$10. n;
  moved = intnx(trim(unit), '01FEB2010'd, n);
  put unit moved : date9.;
  datalines;
DAY 7
WEEK 1
MONTH 2
YEAR 1
;
/* log
unit=day moved=08AUG2020
unit=week moved=02AUG2020
unit=tenday moved=21AUG2020
unit=weekday moved=04AUG2020
unit=month moved=01OCT2020
unit=semimonth moved=16SEP2020
unit=qtr moved=01JAN2021
unit=semiyear moved=01JAN2022
unit=year moved=01JAN2021
DAY 08FEB2010
WEEK 07FEB2010
MONTH 01APR2010
YEAR 01JAN2011
*/
