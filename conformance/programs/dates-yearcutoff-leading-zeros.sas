/* source: SAS 9.3 System Options, YEARCUTOFF= (SAS Institute, 2011) */
options yearcutoff=1990;
data _null_;
  a = input('01/15/0076', mmddyy10.);
  put a= mmddyy10.;
run;
options yearcutoff=1950;
data _null_;
  do y = '50', '99', '00', '49';
    d = input(cats('0101', y), mmddyy6.);
    put 'year ' y d year4.;
  end;
run;
options yearcutoff=1920;
data _null_;
  d = input('010192', mmddyy6.);
  put d= year4.;
run;
/* log
a=01/15/2076
year 50 1950
year 99 1999
year 00 2000
year 49 2049
d=1992
*/
