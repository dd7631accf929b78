/* source: SAS 9.2 Base Procedures Guide, The DATASETS Procedure, Example 1: Removing All Labels and Formats in a Data Set, and Manipulating SAS Files (notes of the log) */
/* differs: an error, since PROC DATASETS has no EXCHANGE statement */
libname health '.';
data health.tension health.weight health.bodyfat;
  x = 1;
run;
proc datasets library=health nolist;
  delete tension;
  exchange weight=bodyfat;
run;
quit;
/* log
NOTE: Deleting HEALTH.TENSION (memtype=DATA).
NOTE: Exchanging the names HEALTH.WEIGHT and HEALTH.BODYFAT (memtype=DATA).
*/
