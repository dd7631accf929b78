/* source: SAS 9.2 Base Procedures Guide, The DATASETS Procedure, Example: Manipulating SAS Files (a note of the log) */
libname health '.';
data health.tension health.weight;
  x = 1;
run;
proc datasets library=health nolist;
  delete tension;
run;
quit;
/* log
NOTE: Deleting HEALTH.TENSION (memtype=DATA).
*/
