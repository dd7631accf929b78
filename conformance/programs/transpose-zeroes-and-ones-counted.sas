/* source: Transposing and summarizing a matrix that lacks row identifiers (rogerjdeangelis on GitHub) */
data bits;
  input sex mut ht wt group;
  row = _n_;
  datalines;
1 0 1 0 1
1 0 1 0 1
1 0 1 1 0
1 0 0 1 0
1 0 1 0 0
0 0 0 1 0
;
proc transpose data=bits out=tall(rename=(col1=val _name_=name));
  by row;
  var sex--group;
run;
proc freq data=tall noprint;
  tables name*val / sparse out=cells;
run;
proc transpose data=cells out=wide(drop=_name_ _label_) prefix=_;
  by name;
  id val;
  var count;
run;
data _null_;
  set wide;
  sum = _0 + _1;
  name = upcase(name);
  put name _0 _1 sum;
run;
/* log
GROUP 4 2 6
HT 2 4 6
MUT 6 0 6
SEX 1 5 6
WT 3 3 6
*/
