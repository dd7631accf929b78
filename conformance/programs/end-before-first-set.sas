/* source: SAS 9.4 DATA Step Statements: Reference, SET Statement (END= is initialized to zero) */
data numbers;
  do x = 1 to 4;
    output;
  end;
run;
data total;
  do while (last = 0);
    set numbers end=last;
    sum + x;
  end;
  output;
  stop;
run;
proc print data=total;
run;
/* listing
Obs  x  sum
1    4  10
*/
