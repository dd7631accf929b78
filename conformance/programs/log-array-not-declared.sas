/* source: log of SAS in a public repository (386, 200, 76: Undeclared array referenced: SQRT, github.com) */
data _null_;
  SQRT{1} = 2;
run;
/* log
ERROR: Undeclared array referenced: SQRT.
*/
