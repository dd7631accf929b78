/* source: SAS Textbook Examples, Applied Linear Statistical Models (Neter, Kutner), chapter 19, figure 19.6 and table 19.7 (UCLA ATS) */
data loaves;
  do height=1 to 3; do width=1, 2; do k=1, 2;
    input sales @@; output;
  end; end; end;
  datalines;
47 43 46 40 62 68 67 71 41 39 42 46
;
run;
ods output summary=means;
proc means data=loaves mean;
  class height width;
  var sales;
run;
proc print data=means noobs;
  var height width sales_Mean;
  format sales_Mean 10.7;
run;
/* listing
1 1 45.0000000
1 2 43.0000000
2 1 65.0000000
2 2 69.0000000
3 1 40.0000000
3 2 44.0000000
*/
