/* source: sas/locf.sas, from Jack Shostak, SAS Programming in the Pharmaceutical Industry (Bob Heckel, github.com/bheckel/code) */
data labs;
  input subject $ day :date9. hdl ldl trig;
  datalines;
101 05SEP2003 48 188 108
101 06SEP2003 49 185 .
102 01OCT2003 54 200 350
102 02OCT2003 52 . 360
103 10NOV2003 . 240 900
103 11NOV2003 30 . 880
103 12NOV2003 32 . .
103 13NOV2003 35 289 930
;
run;
data doses;
  input subject $ dosed :date9.;
  datalines;
101 07SEP2003
102 07OCT2003
103 13NOV2003
;
run;
data base;
  merge labs doses;
  by subject;
  retain b_hdl b_ldl b_trig;
  array now{3} hdl ldl trig;
  array kept{3} b_hdl b_ldl b_trig;
  if first.subject then call missing(of kept{*});
  if 1 <= dosed - day <= 5 then do k = 1 to 3;
    kept{k} = coalesce(now{k}, kept{k});
  end;
  if last.subject;
  keep subject b_:;
run;
proc print data=base;
run;
/* listing
Obs subject b_hdl b_ldl b_trig
1 101 49 185 108
2 102 52 . 360
3 103 32 240 880
*/
