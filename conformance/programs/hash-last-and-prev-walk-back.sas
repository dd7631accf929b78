/* source: SAS 9.4 Component Objects: Reference, SETCUR Method, Example (read from the end) */
data astro;
  input obj $1-4 ra $6-12;
  datalines;
M31  00 42.7
M71  19 53.8
M51  13 29.9
M39  21 32.2
M57  18 53.6
M22  18 36.4
M29  20 23.9
M25  18 31.6
;
data _null_;
  length obj $4 ra $7;
  declare hash sky(dataset: 'astro', ordered: 'yes');
  declare hiter at('sky');
  sky.definekey('ra');
  sky.definedata('obj', 'ra');
  sky.definedone();
  call missing(obj, ra);
  do rc = at.last() by 0 while (rc = 0 and ra >= '18 31.6');
    put obj= ra=;
    rc = at.prev();
  end;
run;
/* log
obj=M39 ra=21 32.2
obj=M29 ra=20 23.9
obj=M71 ra=19 53.8
obj=M57 ra=18 53.6
obj=M22 ra=18 36.4
obj=M25 ra=18 31.6
*/
