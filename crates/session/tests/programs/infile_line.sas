/* _INFILE_: the line at hand as a text, and what INPUT reads of it when the step has changed it. */
data words;
  infile datalines;
  input @;
  if _infile_ =: '#' then delete;
  length first $ 8;
  first = scan(_infile_, 1, ' ');
  parts = countw(_infile_, ' ');
  _infile_ = translate(_infile_, '  ', '|/');
  input name $ x y;
  datalines;
a|1|2
# a comment
b/3|4
c 5 6
;
run;
proc print data=words;
run;

* A line that is shorter than before is as long as before for columns, and one may be longer;
data columns;
  infile datalines truncover;
  input @;
  if _n_ = 1 then _infile_ = '12';
  else _infile_ = repeat('x', 89) || '77';
  input x 1-2 t $ 3-4 z 91-92;
  datalines;
123456
abc
;
run;
proc print data=columns;
run;

* A line that is not held is read anew, and a part can be changed;
data _null_;
  infile datalines;
  input;
  _infile_ = 'changed';
  put _infile_;
  input a $ b $ @;
  put a= b=;
  substr(_infile_, 1, 1) = 'X';
  put _infile_;
  input @1 a $ @;
  put a=;
  datalines;
first line
second line
;
run;

* What INPUT goes on to is at hand;
data _null_;
  infile datalines;
  input #2 @(find(_infile_, 'b')) t $ #1;
  put t= _infile_;
  datalines;
one
a bc
;
run;
