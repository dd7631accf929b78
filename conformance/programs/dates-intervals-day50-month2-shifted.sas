/* source: SAS 9.4 Language Reference: Concepts, Multi-unit Intervals; SAS/ETS User's Guide, Shifted Intervals */
data _null_;
  start = intnx('day50', '01oct98'd, 1);
  put start start date9.;
  do d = '15jan2020'd, '15feb2020'd, '15mar2020'd;
    a = intnx('month2', d, 0); b = intnx('month2.2', d, 0);
    put a date9. +1 b date9.;
  end;
  h = intnx('hour8', '01jan2020:17:00'dt, 0);
  put h datetime.;
run;
/* log
14200 17NOV1998
01JAN2020 01DEC2019
01JAN2020 01FEB2020
01MAR2020 01FEB2020
01JAN20:16:00:00
*/
