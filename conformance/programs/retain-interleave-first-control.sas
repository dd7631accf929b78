/* source: sas/hierarchy.sas (Bob Heckel, github.com/bheckel/code) */
data kept;
  input acct control @@;
  datalines;
6471906 9999661 6471907 9999661 6471908 9999661 6471909 9999661
;
run;
data gone;
  acct = 6471908;
  control = 9999999;
run;
data both;
  set kept gone;
  by acct;
  retain held;
  if first.acct then held = control;
  currentcontrol = held;
  drop held;
run;
proc print data=both;
run;
/* listing
Obs acct control currentcontrol
1 6471906 9999661 9999661
2 6471907 9999661 9999661
3 6471908 9999661 9999661
4 6471908 9999999 9999661
5 6471909 9999661 9999661
*/
