/* Intervals by all of their names: plurals and abbreviations (SAS/ETS User's Guide, Summary of Interval Types).
     days=439 months=14 weeks=63 years=1 qtrs=4
     next=15APR2020 hours=3 minutes=180 seconds=10800 */
data _null_;
  from = '01jan2020'd; to = '15mar2021'd;
  days = intck('days', from, to); months = intck('months', from, to); weeks = intck('weeks', from, to);
  years = intck('YEARS', from, to); qtrs = intck('qtrs', from, to);
  next = intnx('months', '15jan2020'd, 3, 'same');
  hours = intck('hours', '10:00't, '13:00't); minutes = intck('minutes', '10:00't, '13:00't);
  seconds = intck('seconds', '10:00't, '13:00't);
  put days= months= weeks= years= qtrs= / next= date9. hours= minutes= seconds=;
run;

%put %sysfunc(intck(quarters, '01jan2020'd, '15mar2021'd)) %sysfunc(intnx(weeks2.3, '15jan2020'd, 1), date9.);

data dates;
  do day = '30jan2020'd to '02feb2020'd; output; end;
  format day date9.;
run;
proc print data=dates;
  where intck('months', '01jan2020'd, day) = 1;
run;
