/* source: SAS OnlineTutor, Two-Digit Year Values (SAS Institute, 2002) */
options yearcutoff=1920;
data a;
  length text $8;
  do text = '12/07/41', '18Dec15', '04/15/30', '15Apr95';
    if index(text, '/') then value = input(text, mmddyy8.); else value = input(text, date7.);
    output;
  end;
run;
options yearcutoff=1950;
data b;
  set a;
  before = value;
  if index(text, '/') then value = input(text, mmddyy8.); else value = input(text, date7.);
  format before value mmddyy10.;
  if index(text, '/') then put 'As ' text before value;
  else put 'As ' text before date9. +1 value date9.;
run;
/* log
As 12/07/41 12/07/1941 12/07/2041
As 18Dec15 18DEC2015 18DEC2015
As 04/15/30 04/15/1930 04/15/2030
As 15Apr95 15APR1995 15APR1995
*/
