/* source: Small increments with sums that are exact, and one that is not (SAS-L; github.com/rogerjdeangelis, utl_how_to_select_exact_increments) */
data _null_;
  do rec = 1 to 10000000;
    b + 0.000244140624;
  end;
  put b= 22.10;
run;
%put %sysevalf(2**(-12));
/* log
b=2441.4062404565
0.000244140625
*/
