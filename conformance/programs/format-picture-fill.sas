/* source: The FORMAT Procedure, Example 9: Filling a Picture Format (support.sas.com, SAS 9.2 Procedures Guide) */
proc format;
  picture check low-high='00,000,000.00' (fill='*' prefix='$');
run;
data _null_;
  do v=1259.45, 1289.33, 1439.02, 1675.21, 1623.73;
    put v check.;
  end;
run;
/* log
****$1,259.45
****$1,289.33
****$1,439.02
****$1,675.21
****$1,623.73
*/
