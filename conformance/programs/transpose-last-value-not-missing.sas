/* source: Extract the last non missing value from a one dimensional array, transpose with key (SAS Forum; rogerjdeangelis on GitHub) */
/* differs: an error, since WHERE= of a new data set is not of the names that RENAME= gives */
data row;
  input a b c d;
  key = _n_;
  datalines;
1 2 . 9
4 . 3 6
2 3 5 .
. 2 3 5
;
proc transpose data=row out=tall(rename=(col1=lastvalue _name_=column) where=(lastvalue ne .));
  by key;
  var a--d;
run;
data _null_;
  set tall;
  by key;
  if last.key;
  column = upcase(column);
  put key column lastvalue;
run;
/* log
1 D 9
2 D 6
3 C 5
4 D 5
*/
