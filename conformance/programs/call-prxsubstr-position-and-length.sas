/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL PRXSUBSTR Routine, Example 1 */
data _null_;
  re = prxparse('/world/');
  call prxsubstr(re, 'Hello world!', position, length);
  put position= length=;
  call prxfree(re);
  put re=;
run;
/* log
position=7 length=5
re=.
*/
