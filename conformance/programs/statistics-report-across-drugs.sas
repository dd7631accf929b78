/* source: Transposing, sorting and summarizing with a single procedure, PROC REPORT (SAS Forum; rogerjdeangelis on GitHub) */
data taken;
  input studyid $ drugs $ @@;
  cards4;
ID-1-RMC Opioid ID-2-RMC None ID-3-RMC Benzo ID-4-RMC Cocaine ID-4-RMC Opioid ID-5-RMC Meth
;;;;
options missing='0';
ods output report=crossed;
proc report data=taken missing noheader;
  column studyid drugs;
  define studyid / group;
  define drugs / across;
run;
proc print data=crossed noobs;
  var studyid _c2_ _c3_ _c4_ _c5_ _c6_;
run;
/* listing
ID-1-RMC 0 0 0 0 1
ID-2-RMC 0 0 0 1 0
ID-3-RMC 1 0 0 0 0
ID-4-RMC 0 1 0 0 1
ID-5-RMC 0 0 1 0 0
*/
