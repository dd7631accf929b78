/* source: SAS 9.4 Language Reference: Concepts, Sorted Data Sets (The Sort Indicator) */
data mine;
  do var1 = 10 to 1 by -1;
    output;
  end;
run;
proc sort data=mine;
  by var1;
run;
proc contents data=mine;
run;
/* listing
Sort Information
Sortedby var1
Validated YES
*/
