/* source: Count and group a sequence of numbers, second solution (SAS Communities) */
data seq;
  input number @@;
  datalines;
100000001 100000002 100000003 100000004 100000010 100000011 100000012
100000101 100000102 100000103 100000104 100000105 100000107
;
run;
data groups;
  do while (1);
    set seq end=eof;
    if number - held > 1 then do;
      output;
      count = .;
    end;
    count + 1;
    if count = 1 then first_num = number;
    held = number;
    if eof then output;
  end;
  rename held = last_num;
  drop number;
run;
proc print data=groups noobs;
  var first_num last_num count;
run;
/* listing
100000001 100000004 4
100000010 100000012 3
100000101 100000105 5
100000107 100000107 1
*/
