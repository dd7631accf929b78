/* source: Transpose and set all generated missing values to zero, five solutions (SAS Forum; rogerjdeangelis on GitHub) */
data doses;
  input personid code $ value;
  cards4;
1 22c 0.2
1 22b 1.3
2 22c 1.2
3 22b 2.4
3 22c 8.2
;;;;
proc transpose data=doses out=wide(drop=_name_);
  by personid;
  id code;
  var value;
run;
data wide;
  set wide;
  array codes _22:;
  do over codes; codes = coalesce(codes, 0); end;
run;
proc print data=wide noobs;
  format _22: 3.1;
run;
/* listing
personid _22c _22b
1 0.2 1.3
2 1.2 0.0
3 8.2 2.4
*/
