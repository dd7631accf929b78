/* source: tble6-13.lst, three-factor analysis of RESPONSE (Jeff Terpstra, North Dakota State University, Stat 4662) */
data bottles;
  do FACTORA=10, 12, 14; do FACTORB=25, 30; do FACTORC=200, 250; do k=1, 2;
    input RESPONSE @@; output;
  end; end; end; end;
  datalines;
-3 -1 -1 0 -1 0 1 1 0 1 2 1 2 3 6 5 5 4 7 6 7 9 10 11
;
run;
ods output OverallANOVA=whole FitStatistics=fit;
proc glm data=bottles;
  class FACTORA FACTORB FACTORC;
  model RESPONSE = FACTORA|FACTORB|FACTORC;
run; quit;
proc print data=whole noobs;
  var Source DF SS;
  format SS 14.8;
run;
proc print data=fit noobs;
  var RSquare CV DepMean;
  format RSquare 8.6 CV 8.5 DepMean 10.8;
run;
/* listing
Model 11 328.12500000
Error 12 8.50000000
Corrected Total 23 336.62500000
0.974749 26.93201 3.12500000
*/
