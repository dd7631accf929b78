/* source: Base SAS 9.4 Procedures Guide, DATASETS Procedure, APPEND Statement (appending with different formats) */
data format1;
  input Date date9.;
  format Date date9.;
  datalines;
24sep1975
22may1952
;
data format2;
  input Date datetime20.;
  format Date datetime20.;
  datalines;
25aug1952:11:23:07.4
;
proc append base=format1 data=format2;
run;
/* log
NOTE: Appending WORK.FORMAT2 to WORK.FORMAT1.
WARNING: Variable Date has format DATE9. on the BASE data set and format DATETIME20. on the DATA data set. DATE9. used.
NOTE: 1 observations added.
NOTE: The data set WORK.FORMAT1 has 3 observations and 1 variables.
*/
