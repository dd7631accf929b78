/* source: SAS 9.4 Language Reference: Concepts, About Date and Time Intervals; SAS/ETS 13.1, Interval Functions INTNX and INTCK (SAS Institute) */
data _null_;
  count = intck('day50', '01oct1998'd, '01jan1999'd);
  start = intnx('day50', '01oct98'd, 1);
  put count= start= start= worddate.;
  next = intnx('MONTH', '21OCT2007'D, 1);
  put next= worddatx.;
run;
/* log
count=1 start=14200 start=November 17, 1998
next=1 November 2007
*/
