/* source: 0206.lst, regression on cell dummies (University of Hawaii, www2.hawaii.edu/~daniel/Data) */
data cells;
  input ROW COL @;
  do k=1, 2;
    input Y @;
    D11 = (ROW=1 and COL=1); D12 = (ROW=1 and COL=2); D21 = (ROW=2 and COL=1);
    output;
  end;
  datalines;
1 1 2 4
1 2 6 8
2 1 8 10
2 2 16 18
;
run;
ods output FitStatistics=fit ParameterEstimates=coef;
proc reg data=cells;
  model Y = D11 D12 D21;
run; quit;
proc print data=fit noobs;
  var nValue1 nValue2;
  format nValue1 10.5 nValue2 6.4;
run;
proc print data=coef noobs;
  var Variable DF Estimate StdErr tValue;
  format Estimate 12.6 StdErr 12.8 tValue 8.3;
  where Variable like 'D%';
run;
/* listing
Error 4 8.00000 2.00000
1.41421 0.9630
9.00000 0.9352
D11 1 -14.000000 1.41421356 -9.899
D12 1 -10.000000 1.41421356 -7.071
D21 1 -8.000000 1.41421356 -5.657
*/
