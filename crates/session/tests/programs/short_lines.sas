/* Lines that are shorter, longer or other than INPUT expects. */
options nosyntaxcheck;
data _null_;
  infile datalines dsd;
  input a b $ c $ d;
  put a= b= c= d=;
  datalines;
1,,"x,y",4
2,"he said ""hi""",  z ,5
,a,b,
;
run;

data _null_;
  infile datalines dlm=';|';
  input a b $ c $;
  put a= b= c=;
  datalines4;
1;x|y
2||z;;w
;;;;
run;

data _null_;
  infile datalines missover;
  input a b c;
  put a= b= c=;
  datalines;
1 2
3 4 5 6
;
run;

data _null_;
  input a b c;
  put a= b= c=;
  datalines;
1 2
3 4 5 6
7 8 9
;
run;

data _null_;
  infile datalines stopover;
  input a b;
  put a= b=;
  datalines;
1 2
3
;
run;

data _null_;
  infile datalines dsd truncover firstobs=2 obs=3 end=last;
  length name $ 3;
  input name born :date9. pay :comma10.;
  put name= born= date9. pay= last=;
  datalines;
not read
abcdef,01jan2020,"1,234.5"
,,5
not read
;
run;

data _null_;
  input kind $ @;
  if kind = 'a' then input x;
  else input y / z @@;
  put kind= x= y= z=;
  datalines;
a 1
b 2
3 a
a 9
;
run;

data _null_;
  input name & $20. age @1 first $char4. #2 (c1-c3) ($1. +1) @'=' value ?? @1 number ? 2.;
  put name= age= first= c1= c2= c3= value= number= _error_=;
  datalines;
Ada King  36
a b c =x
;
run;
