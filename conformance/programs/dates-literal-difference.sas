/* source: SAS date literals and days since 1960, files date-literals.sas, days-since-1960.sas, yymmn.sas, weekday.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  from = '28aug1970'd; to = '18aug2017'd;
  days = to - from;
  put 'There are ' days 'days between ' from ddmmyyd10. ' and ' to ddmmyyd10.;
  a = '01jan1960'd; b = '02jan1960'd; c = '31dec1960'd;
  put a= 4. b= 4. c= 4.;
  d = '03aug2017'd;
  back = input('201503', yymmn6.);
  put 'yymmn ' d yymmn8. +1 d yymmn6. +1 d yymmn4. +1 back date9.;
  w = '13sep2017'd;
  put w weekdate9. ' is day ' w weekday. ' of a week';
run;
/* log
There are 17157 days between 28-08-1970 and 18-08-2017
a=0 b=1 c=365
yymmn 201708 201708 1708 01MAR2015
Wednesday is day 4 of a week
*/
