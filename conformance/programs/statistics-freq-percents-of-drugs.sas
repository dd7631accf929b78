/* source: Transposing, sorting and summarizing with a single procedure, table of PROC FREQ (SAS Forum; rogerjdeangelis on GitHub) */
data taken;
  input studyid $ drugs $ @@;
  cards4;
ID-1-RMC Opioid ID-2-RMC None ID-3-RMC Benzo ID-4-RMC Cocaine ID-4-RMC Opioid ID-5-RMC Meth
;;;;
proc freq data=taken noprint;
  tables studyid*drugs / outpct out=cells;
run;
data _null_;
  set cells;
  put studyid drugs count 1. +1 percent 5.2 +1 pct_row 6.2 +1 pct_col 6.2;
run;
/* log
ID-1-RMC Opioid 1 16.67 100.00 50.00
ID-2-RMC None 1 16.67 100.00 100.00
ID-3-RMC Benzo 1 16.67 100.00 100.00
ID-4-RMC Cocaine 1 16.67 50.00 100.00
ID-4-RMC Opioid 1 16.67 50.00 50.00
ID-5-RMC Meth 1 16.67 100.00 100.00
*/
