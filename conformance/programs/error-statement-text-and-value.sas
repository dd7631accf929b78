/* source: SAS 9.4 DATA Step Statements: Reference, ERROR Statement, Examples */
data people;
  input type $ age;
  if type = 'teen' and age > 19 then error 'type and age don''t match ' age=;
  datalines;
teen 15
teen 21
adult 40
;
run;
/* log
type and age don't match age=21
*/
