/* source: utl-obtain-the-sum-of-squared-elements-of-an-array-in-one-line (github.com/rogerjdeangelis) */
data _null_;
  SQRT{1} = 2;
run;
/* log
ERROR: Undeclared array referenced: SQRT.
*/
