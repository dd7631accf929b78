/* source: SAS 9.4 Functions and CALL Routines: Reference, SYSGET, SYSEXIST and ENVLEN Functions; SET= System Option */
/* differs: SET=NAME and a value in quotes behind it is a syntax error */
options set=HOME_TELEPHONE '555-123-4567';
data _null_;
  there = sysexist('HOME_TELEPHONE'); none = sysexist('NO_SUCH_NAME');
  value = sysget('HOME_TELEPHONE'); length = envlen('HOME_TELEPHONE');
  put there= none= value= length=;
run;
%put %sysget(HOME_TELEPHONE);
/* log
there=1 none=0 value=555-123-4567 length=12
555-123-4567
*/
