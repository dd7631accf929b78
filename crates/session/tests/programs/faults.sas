/* What ends a step while it runs is said with the place of its statement. */
options nosyntaxcheck;
data one two;
  do i = 2, 1;
    output;
  end;
run;

data sorted;
  set one
      two;
  by i;
run;

data _null_;
  infile datalines stopover;
  input a b;
  datalines;
1
;

%macro out_of_order;
  proc print data=one;
    by i;
  run;
%mend;
%out_of_order

data kept(label='new') one(replace=no);
  i = 1;
run;

data _null_;
  infile
    '/nowhere/lines.txt';
  input a;
run;

data _null_;
  file '/nowhere/lines.txt';
  put 'x';
run;

proc datasets nolist;
  delete nothing;
  change
    nothing=something;
run;
  change one=two;
quit;

proc copy in=work out=work;
run;

data odd;
  i = 'text';
run;
proc append base=one data=odd;
run;

data a_name_that_is_longer_than_the_thirty_two_letters;
  set libraryname.one;
run;
