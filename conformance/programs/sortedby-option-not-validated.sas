/* source: SAS 9.4 Data Set Options: Reference, SORTEDBY= Data Set Option (Sort Information) */
data told(sortedby=var1);
  do var1 = 1 to 10;
    output;
  end;
run;
proc contents data=told;
run;
/* listing
Sort Information
Sortedby var1
Validated NO
*/
