/* source: Single column with variable names and values (SAS Forum; rogerjdeangelis on GitHub) */
data asked;
  infile datalines dsd;
  input id var1 $ var2 $ var3 $;
  datalines;
1,Age,,Gender
2,,No,
3,Age,No,
;
data stacked;
  length newvar $ 8;
  set asked;
  array v[*] v:;
  do k = 1 to dim(v);
    if missing(v[k]) then continue;
    newvar = upcase(vname(v[k])); output;
    newvar = v[k]; output;
  end;
  keep id newvar;
run;
proc print data=stacked noobs; var id newvar; run;
/* listing
1 VAR1
1 Age
1 VAR3
1 Gender
2 VAR2
2 No
3 VAR1
3 Age
3 VAR2
3 No
*/
