/* source: utl-obtain-the-sum-of-squared-elements-of-an-array-in-one-line (github.com/rogerjdeangelis) */
/* differs: only ERROR 22-322 comes, with what may follow an argument of SUM */
data _null_;
  array side[3] (4,4,4);
  total=sum(of sqrt(side[*]));
run;
/* log
ERROR: Undeclared array referenced: SQRT.
ERROR 200-322: The symbol is not recognized and will be ignored.
ERROR 386-185: Expecting an arithmetic expression.
ERROR 76-322: Syntax error, statement will be ignored.
*/
