/* source: locf.sas, adapted from Jack Shostak's book on SAS in the pharmaceutical industry (Bob Heckel, github.com/bheckel/code, 2012) */
data lab; input subject $ day :date9. hdl ldl trig; format day date9.; datalines;
101 05SEP2003 48 188 108
101 06SEP2003 49 185 .
102 01OCT2003 54 200 350
102 02OCT2003 52 . 360
103 10NOV2003 . 240 900
103 11NOV2003 30 . 880
103 12NOV2003 32 . .
103 13NOV2003 35 289 930
;
data dose; input subject $ first :date9.; datalines;
101 07SEP2003
102 07OCT2003
103 13NOV2003
;
data base(keep=subject b_:);
  merge lab dose; by subject;
  array v hdl ldl trig; array b b_hdl b_ldl b_trig; retain b_:;
  if first.subject then call missing(of b[*]);
  if 1 <= first-day <= 5 then do i=1 to dim(v); b[i]=coalesce(v[i], b[i]); end;
  if last.subject;
run;
proc print data=base; run;
/* listing
Obs    subject    b_hdl    b_ldl    b_trig
1       101        49      185       108
2       102        52        .       360
3       103        32      240       880
*/
