/* source: Transpose pivot with just classification variables and no value variable (SAS Communities 761563; rogerjdeangelis on GitHub) */
data eaten;
  input id $ fruit $ @@;
  datalines;
1 apple 1 orange 2 apple 3 apple
;
proc freq data=eaten noprint;
  tables id*fruit / sparse out=counts(drop=percent);
run;
proc transpose data=counts out=wide(drop=_name_ _label_);
  by id;
  id fruit;
  var count;
run;
data wide;
  set wide;
  sum = apple + orange;
run;
proc print data=wide noobs;
run;
proc means data=wide sum noprint;
  var apple orange sum;
  output out=all sum=;
run;
proc print data=all noobs;
  var apple orange sum;
run;
/* listing
1 1 1 2
2 1 0 1
3 1 0 1
3 1 4
*/
