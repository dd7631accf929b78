/* source: SAS 9.4 Language Reference: Concepts, Propagation of Missing Values (SAS Institute) */
data one;
  x = .;
  y = 5;
  a = x + y;
  b = sum(x, y);
  c = 5;
  c + x;
  put a= b= c=;
run;
data two;
  x = .d;
  y = x + 1;
  put y=;
run;
/* log
a=. b=5 c=5
NOTE: Missing values were generated as a result of performing an operation on missing values.
NOTE: The data set WORK.ONE has 1 observations and 5 variables.
y=.
NOTE: Missing values were generated as a result of performing an operation on missing values.
NOTE: The data set WORK.TWO has 1 observations and 2 variables.
*/
