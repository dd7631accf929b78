/* source: Variable conversions in SAS, Put Function Example (9to5sas.com) */
data _null_;
  who = 'John';
  years = 25;
  p = put(who, $10.);
  q = put(years, 4.);
  put _all_;
run;
/* log
who=John years=25 p=John q=25 _ERROR_=0 _N_=1
*/
