/* source: intck (SAS Communities, SAS Programming, m-p/805772, 2022); INTCK Function, DISCRETE and CONTINUOUS (learnsascode.com) */
data _null_;
  input (from to) (: date9.) method $;
  if method = 'C' then n = intck('month', from, to, 'C');
  else n = intck('month', from, to);
  put from date9. ' ' to date9. ' ' method n;
  datalines;
14Nov2021 24Jan2022 D
25Mar2030 05Apr2030 D
14Nov2021 14Jan2022 C
14Nov2021 13Jan2022 C
14Nov2021 15Jan2022 C
;
/* log
14NOV2021 24JAN2022 D 2
25MAR2030 05APR2030 D 1
14NOV2021 14JAN2022 C 2
14NOV2021 13JAN2022 C 1
14NOV2021 15JAN2022 C 2
*/
