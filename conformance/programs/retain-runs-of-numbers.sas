/* source: Count and group a sequence of numbers (SAS Communities) */
data numbers;
  input number @@;
  datalines;
100000001 100000002 100000003 100000004 100000010 100000011 100000012
100000101 100000102 100000103 100000104 100000105 100000107
;
run;
data runs;
  retain first_num;
  merge numbers numbers(firstobs=2 rename=(number=ahead)) end=eof;
  count + 1;
  if count = 1 then first_num = number;
  if ahead - number > 1 or eof then do;
    output;
    call missing(count);
  end;
run;
proc print data=runs noobs;
  var first_num number count;
run;
/* listing
100000001 100000004 4
100000010 100000012 3
100000101 100000105 5
100000107 100000107 1
*/
