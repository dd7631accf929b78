/* source: fibonacci.sas (renenyffenegger.ch, github about-SAS) */
%macro fib(n);
  %if &n eq 0 %then 1;
  %else %if &n eq 1 %then 1;
  %else %eval(%fib(%eval(&n-1)) + %fib(%eval(&n-2)));
%mend;
%macro show(n);
  %local i;
  %do i = 1 %to &n; %put fibonacci number &i is %fib(&i); %end;
%mend;
%show(5)
/* log
fibonacci number 1 is 1
fibonacci number 2 is 2
fibonacci number 3 is 3
fibonacci number 4 is 5
fibonacci number 5 is 8
*/
