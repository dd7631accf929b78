/* source: INPUT Statement, Named (SAS 9.3 Statements: Reference, lestmtsref 63323) */
/* differs: ERROR, named input (name=) is not supported; the step does not run */
data nm;
  input name=$ age=;
  put _error_=;
datalines;
name=John age=34 gender=M
;
/* log
_ERROR_=1
*/
