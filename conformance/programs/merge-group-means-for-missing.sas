/* source: Replacing missing values with group means (SAS Forum; rogerjdeangelis on GitHub) */
data pay;
  input id age_group $ gender $ salary @@;
  datalines;
1 Young M 1 2 Medium F 55 3 Old M 27 4 Young F 33 5 Medium M 17 6 Old F 4 7 Young M 38
8 Medium F . 9 Old M 83 10 Young F 53 11 Medium M . 12 Old F 38 13 Young M 87 14 Medium F 15
15 Old M 83 16 Young F . 17 Medium M 55 18 Old F 39 19 Young M 88 20 Medium F 33 21 Old M 14
;
proc sort data=pay; by age_group gender; run;
proc means data=pay noprint;
  by age_group gender;
  var salary;
  output out=means mean=average;
run;
data _null_;
  merge pay means;
  by age_group gender;
  if salary = . and age_group = 'Medium' then put id age_group gender average 5.2;
run;
/* log
8 Medium F 34.33
11 Medium M 36.00
*/
