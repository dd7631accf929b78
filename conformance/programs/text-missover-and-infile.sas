/* source: STAT 4197/6197 course notes, Week 2, Ex9_DLM_DSD_MISSOVER (Part 5) and Ex34_put_putlog (Part 2) (ProcJimi/curriculum, GitHub, 2019) */
data courses;
  infile datalines missover;
  input id course $ class_size;
  datalines;
   1 Stat4197 14
   2 Stat6207
   3 Stat1028 22
   4 Stat6197 25
;
proc print data=courses; run;
data _null_;
  input;
  if _n_ = 1 then putlog 'Address of the Stat Department:';
  putlog _infile_;
  datalines4;
Department of Statistics
Columbian College of Arts & Sciences
Rome Hall
Phone: 202-994-6356 | Fax: 202-994-6917
;;;;
/* log
Address of the Stat Department:
Department of Statistics
Columbian College of Arts & Sciences
Rome Hall
Phone: 202-994-6356 | Fax: 202-994-6917
*/
/* listing
Obs id course class_size
1 1 Stat4197 14
2 2 Stat6207 .
3 3 Stat1028 22
4 4 Stat6197 25
*/
