/* source: comparing 2 and 10.0 in %EVAL and %SYSEVALF (SAS Communities, reply on %IF comparisons) */
%put by eval: %eval(2 > 10.0);
%put by sysevalf: %sysevalf(2>10.0);
%put two dots: %sysevalf(2>10.0.);
data _null_;
  if "2">"10.0" then put 'text says greater';
run;
/* log
by eval: 1
by sysevalf: 0
two dots: 1
text says greater
*/
