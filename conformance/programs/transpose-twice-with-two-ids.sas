/* source: STAT 4197/6197 course notes, Week 5, Ex8_multi_transpose_x (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input family_id $ month Ins_paid copay @@;
  datalines;
F002 1 350 60 F002 2 100 30 F002 3 88 20 F002 4 20 0 F002 5 450 90 F002 6 70 30
F001 1 245 60 F001 2 100 0 F001 3 0 0 F001 4 120 30 F001 5 345 60 F001 6 95 30
;
proc sort data=have; by family_id; run;
proc transpose data=have out=t name=stat; by family_id month; var Ins_paid copay; run;
proc transpose data=t out=tt(drop=_name_); by family_id; var col1; id stat month; run;
proc print data=t(obs=4) noobs; run;
options linesize=160;
proc print data=tt noobs; run;
/* listing
F001 1 Ins_paid 245
F001 1 copay 60
F001 2 Ins_paid 100
F001 2 copay 0
F001 245 60 100 0 0 0 120 30 345 60 95 30
F002 350 60 100 30 88 20 20 0 450 90 70 30
*/
