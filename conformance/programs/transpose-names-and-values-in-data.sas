/* source: Transposing when multiple values and variable names are in the data (SAS Forum; rogerjdeangelis on GitHub) */
data named;
  input group $ name1 $ value1 name2 $ value2;
  cards4;
A VAR1 100 VAR2 200
A VAR3 300 VAR4 400
;;;;
proc transpose data=named out=tall(where=(upcase(_name_) =: 'VALUE'));
  by group name1 value1 name2 value2;
  var value1 value2;
run;
proc transpose data=tall out=wide(drop=_name_) prefix=var;
  by group;
  var col1;
run;
proc print data=wide noobs;
run;
/* listing
group var1 var2 var3 var4
A 100 200 300 400
*/
