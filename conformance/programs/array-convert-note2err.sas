/* source: SAS numeric column compared with a character value (Stack Overflow 66391330) */
/* differs: NOTE2ERR in the DATA statement is an error */
data _null_;
  v = 2;
  if v eq '2' then put 'equal ' _all_;
run;
data _null_ / note2err;
  v = 2;
  if v eq '2' then put 'equal ' _all_;
run;
/* log
equal v=2 _ERROR_=0 _N_=1
ERROR: Character value found where numeric value needed at line 8 column 11.
NOTE: The SAS System stopped processing this step because of errors.
*/
