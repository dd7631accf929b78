/* source: Week6_Part2.ipynb, Ex8B_Collapse_multi_records (Parts 1 to 4) (github.com/ProcJimi/curriculum) */
data rows;
  input id type value count @@;
  datalines;
1 1 32 2 1 1 10 7 1 2 20 10 1 2 59 2 1 3 54 1 1 3 82 4 1 4 68 2 1 5 56 0
2 1 52 8 2 5 64 9 2 3 76 6 2 4 98 8 2 2 39 9 2 4 96 5
3 1 58 2 3 2 63 6 3 4 72 3 3 5 99 4 3 3 37 1 3 1 66 0
;
run;
proc summary data=rows nway missing;
  class id type;
  var value count;
  output out=sums(drop=_:) sum=;
run;
proc transpose data=sums out=across prefix=type_;
  by id;
  id type;
run;
proc print data=across noobs;
run;
data joined;
  set across(where=(_name_ = 'count'));
  count = sum(of type_:);
  set across(where=(_name_ = 'value'));
  drop _name_;
run;
proc print data=joined noobs;
run;
/* listing
id _NAME_ type_1 type_2 type_3 type_4 type_5
1 value 42 79 136 68 56
1 count 9 12 5 2 0
2 value 52 39 76 194 64
2 count 8 9 6 13 9
3 value 124 63 37 72 99
3 count 2 6 1 3 4
id type_1 type_2 type_3 type_4 type_5 count
1 42 79 136 68 56 28
2 52 39 76 194 64 45
3 124 63 37 72 99 16
*/
