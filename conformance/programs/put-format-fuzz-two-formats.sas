/* source: Format magic (SAS Communities, ODS and Base Reporting, 2007) */
proc format;
  value three -80-<-50='A' -50-<-10='B' -10-high='X';
  value two -80-<-50='A' -50-<-10='B';
run;
data _null_;
  a=3.4-2.8;
  b=2.9-2.6;
  v=(b-a)/a*100;
  same=(put(v,three.)=put(v,two.));
  put same=;
run;
/* log
same=0
*/
