/* source: SAS macro variable logical comparison with scientific notation (Stack Overflow 45356226, 2017) */
%let j=1E8;
%macro t;
  %if &j. > 5 %then %put implicit yes;
  %else %put implicit no;
  %if %sysevalf(&j. > 5,boolean) %then %put sysevalf yes;
  %else %put sysevalf no;
%mend;
%t
/* log
implicit no
sysevalf yes
*/
