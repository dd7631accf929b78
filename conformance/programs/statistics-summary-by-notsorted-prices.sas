/* source: Date ranges for repeat sales at different price points (SAS Forum; rogerjdeangelis on GitHub) */
data sold;
  input product $ date date9. price;
  format date date9.;
  cards4;
APPLES 01-Jan-18 10
APPLES 02-Jan-18 10
APPLES 03-Jan-18 10
APPLES 04-Jan-18 10
APPLES 05-Jan-18 10
APPLES 06-Jan-18 10
APPLES 07-Jan-18 50
APPLES 08-Jan-18 11
APPLES 10-Jan-18 11
GRAPES 15-Jan-18 15
GRAPES 16-Jan-17 15
GRAPES 17-Jan-17 15
GRAPES 20-Jan-17 15
GRAPES 21-Jan-17 15
GRAPES 22-Jan-17 19
GRAPES 23-Jan-17 19
GRAPES 24-Jan-17 18
;;;;
proc summary data=sold;
  by product price notsorted;
  var date;
  output out=ranges(drop=_type_ rename=(_freq_=sales)) min(date)=start_date max(date)=end_date;
run;
data _null_;
  set ranges;
  total = sales * price;
  put product price sales start_date end_date total;
run;
/* log
APPLES 10 6 01JAN2018 06JAN2018 60
APPLES 50 1 07JAN2018 07JAN2018 50
APPLES 11 2 08JAN2018 10JAN2018 22
GRAPES 15 5 16JAN2017 15JAN2018 75
GRAPES 19 2 22JAN2017 23JAN2017 38
GRAPES 18 1 24JAN2017 24JAN2017 18
*/
