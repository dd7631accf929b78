/* source: PUTLOG Statement (go.documentation.sas.com, SAS 9.4) */
data t;
  putlog 'ERROR:   This is my error message in red text';
run;
/* log
ERROR: This is my error message in red text
*/
