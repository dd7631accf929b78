/* source: indirect-reference.sas, simulate-arrays.sas (renenyffenegger.ch, github about-SAS) */
%let fourty_two = 42;
%let number = fourty_two;
%put The number &number is &&number;
%put The number &number is &&&number;
%let frenchone=un; %let frenchtwo=deux;
%let lang=french; %let num=two;
%put In &lang, &num is &&&lang&num;
%let var1 = one; %let var2 = two;
%macro values; %do n = 1 %to 2; %put The value of var&n is &&var&n; %end; %mend;
%values
/* log
The number fourty_two is fourty_two
The number fourty_two is 42
In french, two is deux
The value of var1 is one
The value of var2 is two
*/
