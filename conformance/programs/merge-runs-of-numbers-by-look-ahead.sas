/* source: Count and group a sequence of numbers (SAS Communities, solutions 1 and 2) */
data have;
  input number @@;
  datalines;
100000001 100000002 100000003 100000004 100000010 100000011 100000012
100000101 100000102 100000103 100000104 100000105 100000107
;
data want;
  retain first_num;
  merge have have(firstobs=2 rename=(number=_num)) end=last;
  count + 1;
  if count = 1 then first_num = number;
  if _num - number > 1 or last then do;
    output;
    count = .;
  end;
  drop _num;
run;
proc print data=want noobs; format first_num number 9.; run;
data again;
  do while (1);
    set have end=last;
    if number - _num > 1 then do; output; count = .; end;
    count + 1;
    if count = 1 then first_num = number;
    _num = number;
    if last then output;
  end;
  rename _num=last_num;
  drop number;
run;
proc print data=again noobs; var first_num last_num count; format first_num last_num 9.; run;
/* listing
100000001 100000004 4
100000010 100000012 3
100000101 100000105 5
100000107 100000107 1
100000001 100000004 4
100000010 100000012 3
100000101 100000105 5
100000107 100000107 1
*/
