/* source: SAS/CONNECT User's Guide, %SYSLPUT and %SYSRPUT Statements: values go to a session and come back */
signon a;
%syslput n=25 / remote=a;
%let n=1;
rsubmit a;
  %let doubled=%eval(&n * 2);
  %sysrput back=&doubled;
endrsubmit;
signoff a;
%put n=&n back=&back;
/* log
n=1 back=50
*/
