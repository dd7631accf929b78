/* source: Defining Arithmetic and Logical Expressions (SAS 9.3 Macro Language Reference, support.sas.com) */
%let A=2;
%let B=5;
%let operator=+;
%put The result of &A &operator &B is %eval(&A &operator
&B).;
/* log
The result of 2 + 5 is 7.
*/
