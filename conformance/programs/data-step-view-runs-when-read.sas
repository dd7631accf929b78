/* source: DATA Statement (SAS 9.4 DATA Step Statements: Reference), VIEW= and DESCRIBE; the notes in its logs */
data dept;
  input name $ hours rate;
  datalines;
Ann 40 12.5
Bob 38 20
Cay 10 31
;
data pay / view=pay;
  set dept;
  pay = hours * rate;
  if pay > 400;
run;
/* What the view reads is what is there when it is read. */
data dept;
  set dept;
  if name = 'Ann' then hours = 30;
run;
data _null_;
  set pay;
  put name= pay=;
run;
data view=pay;
  describe;
run;
/* log
NOTE: DATA STEP view saved on file WORK.PAY.
name=Bob pay=760
NOTE: DATA step view WORK.PAY is defined as:
data pay / view=pay;
*/
