/* source: INPUT Statement, Named (SAS 9.3 Statements: Reference, lestmtsref 63323) */
data nm;
  input name=$ age=;
  put _error_=;
datalines;
name=John age=34 gender=M
;
/* log
_ERROR_=1
*/
