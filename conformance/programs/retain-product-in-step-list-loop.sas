/* source: Chapter 01 -- Introduction, c01_python_for_loop.sas (Randy Betancourt, github.com/RandyBetancourt/PythonForSASUsers) */
data _null_;
  retain product 1;
  do k = 2 to 8 by 2, 11;
    product = product * k;
  end;
  put 'The product is: ' product;
run;
/* log
The product is: 4224
*/
