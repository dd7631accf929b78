/* What is wrong with what a macro made is told with the macro and its line. */
options nosyntaxcheck;
%macro inner(v);
  x = nofunction(&v);
%mend inner;
%macro outer(sort=);
  data a;
    %inner(1)
  run;
  proc sort data=none;
    by &sort;
  run;
  %let n = 1 + ;
  %if &n %then %put no;
%mend outer;
%outer(sort=)

%let bad = x x;
%macro values;
  data b;
    y = &bad;
  run;
%mend;
%values

/* A comment statement in open code runs nothing. */
*%outer(sort=y); *%let v = 1; *%include 'nosuch.sas';
%put %symexist(v);

/* Comments between %IF and %ELSE, and among parameters. */
%macro kind(n /* n=1 */, %* the n = ; says=/* nothing */);
  %if &n /* ? */ = 1 %then /* yes */ %do; %put one &says; %end;
  %* it is another;
  %else %if %sysfunc(ifc(&n=2,1,0)) %then %put two %str (a;b);
%mend;
%kind(1, says=yes) %kind(/* not 1 */ 2)
