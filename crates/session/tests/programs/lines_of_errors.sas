* The lines of observations with errors and those of LIST, with unprintable characters and with lengths;
filename a temp;
data _null_;
  file a;
  put 'ab' '09'x 'c 1' / 'de x' / 'f 2';
run;
data _null_;
  infile a;
  input t $ x;
  list;
  if _n_ = 2 then _error_ = 0;
run;
data _null_;
  infile datalines;
  input x ? y ?? z;
  if z = 0 then w = 1 / z;
  datalines;
a b 1
1 2 0
1 b 3
;
data _null_;
  infile datalines;
  input @'x=' x;
  put x=;
  datalines;
a
b x=3
;
* Values that do not fit;
data _null_;
  file a lrecl=5;
  put 'abcdefghijkl' 'mn';
run;
data _null_;
  infile a;
  input;
  put _infile_;
run;
data _null_;
  file a lrecl=5 dropover;
  put 'abcd' 'ef' 'g';
run;
data _null_;
  file a lrecl=5 stopover;
  put 'abcd' 'ef' 'g';
run;
