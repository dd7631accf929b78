/* source: notes on PROC SORT with PRESORTED (course with orion.holidays, github.com) */
data holidays; do date = 1 to 3; output; end; run;
proc sort data=holidays out=sorted presorted;
  by date;
run;
/* log
NOTE: Input data set is already sorted; it has been copied to the output data set.
*/
