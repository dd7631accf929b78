/* source: SAS 9.4 Component Objects: Reference, SETCUR Method */
data sky;
  input obj $1-4 ra $6-12;
  datalines;
M31  00 42.7
M71  19 53.8
M51  13 29.9
M39  21 32.2
M44  08 40.1
M10  16 57.1
M57  18 53.6
M22  18 36.4
M17  18 20.8
M29  20 23.9
M34  02 42.0
M25  18 31.6
;
data _null_;
  if 0 then set sky;
  declare hash h(hashexp: 4, dataset: 'work.sky', ordered: 'yes');
  declare hiter at('h');
  h.definekey('ra');
  h.definedata('obj', 'ra');
  h.definedone();
  rc = at.setcur(key: '18 31.6');
  do while (rc = 0);
    put obj= ra=;
    rc = at.next();
  end;
  stop;
run;
/* log
obj=M25 ra=18 31.6
obj=M22 ra=18 36.4
obj=M57 ra=18 53.6
obj=M71 ra=19 53.8
obj=M29 ra=20 23.9
obj=M39 ra=21 32.2
*/
