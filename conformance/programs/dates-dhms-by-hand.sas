/* source: SAS functions dhms and mdy (renenyffenegger.ch, github about-SAS, dhms.sas and mdy-dhms.sas) */
data _null_;
  a = dhms('02jan60'd, 2, 3, 4);
  b = 1*24*60*60 + 2*60*60 + 3*60 + 4;
  put a= b=;
  c = dhms(mdy(8, 22, 2016), 54, 13, 7);
  put c e8601dt.;
run;
/* log
a=93784 b=93784
2016-08-24T06:13:07
*/
