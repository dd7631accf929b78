/* source: Update first row with total sales, PROC REPORT with OUT= (SAS Forum; rogerjdeangelis on GitHub) */
data sold;
  input country $ sales;
  datalines;
World 25
India 30
USA 40
Pak 70
;
proc report data=sold out=summed;
  column country sales;
  define country / order order=data;
  define sales / analysis sum;
  rbreak before / summarize;
  compute country;
    if country = '' then country = 'All';
  endcomp;
run;
data _null_;
  set summed;
  where country ne 'World';
  put country sales;
run;
/* log
All 165
India 30
USA 40
Pak 70
*/
