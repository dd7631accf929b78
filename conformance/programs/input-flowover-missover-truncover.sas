/* source: SAS 9.2 Language Reference: Dictionary, INFILE Statement, The Value of TESTNUM Using Different INFILE Statement Options */
data _null_;
  file 'numbers.txt';
  put '1' / '22' / '333' / '4444' / '55555';
run;
data flow;
  infile 'numbers.txt';
  input testnum 5.;
run;
data miss;
  infile 'numbers.txt' missover;
  input testnum 5.;
run;
data trunc;
  infile 'numbers.txt' truncover;
  input testnum 5.;
run;
data _null_;
  set flow(in=a) miss(in=b) trunc;
  if a then put 'flowover ' testnum;
  else if b then put 'missover ' testnum;
  else put 'truncover ' testnum;
run;
/* log
flowover 22
flowover 4444
flowover 55555
missover .
missover .
missover .
missover .
missover 55555
truncover 1
truncover 22
truncover 333
truncover 4444
truncover 55555
*/
