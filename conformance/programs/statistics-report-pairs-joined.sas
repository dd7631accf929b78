/* source: Transposing multiple variables using a specific format proc report (SAS-L; rogerjdeangelis on GitHub) */
/* differs: an error, since OUT= of a report with ACROSS variables is not supported */
data measured;
  input loc $ var $ val cnt;
  cards4;
Loc1 var1 0.9 12
Loc2 var1 0.8 10
Loc3 var1 0.9 9
Loc4 var1 0.75 3
Loc1 var2 1.2 15
Loc2 var2 2.2 7
Loc3 var2 3.5 20
Loc4 var2 4.2 5
;;;;
proc report data=measured out=crossed;
  column loc var, (val cnt);
  define loc / group;
  define var / across;
  define val / analysis sum;
  define cnt / analysis sum;
run;
data _null_;
  set crossed;
  var1 = catx(' ', put(_c2_, 4.2), '(', _c3_, ')');
  var2 = catx(' ', put(_c4_, 4.2), '(', _c5_, ')');
  put loc var1 var2;
run;
/* log
Loc1 0.90 ( 12 ) 1.20 ( 15 )
Loc2 0.80 ( 10 ) 2.20 ( 7 )
Loc3 0.90 ( 9 ) 3.50 ( 20 )
Loc4 0.75 ( 3 ) 4.20 ( 5 )
*/
