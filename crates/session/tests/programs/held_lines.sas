/* `@@` with MISSOVER and TRUNCOVER: a line that has ended is held for ever, unless the program lets go of it. */
options nosyntaxcheck;
data _null_;
  infile datalines missover;
  input x @@;
  put x=;
  datalines;
1 2
3
;
run;

data _null_;
  infile datalines truncover;
  input id @;
  input x 10. @@;
  put id= x=;
  datalines;
1 2
3 4
;
run;

data _null_;
  infile datalines missover;
  input x @@;
  if x = . then do;
    input;
    delete;
  end;
  put x=;
  datalines;
1 2

3
;
run;

data _null_;
  infile datalines missover;
  input x / y @@;
  put x= y=;
  datalines;
1
2

3


;
run;

data _null_;
  input x @@;
  put x=;
  datalines;
1 2

3
;
run;
