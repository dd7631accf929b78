/* source: How the Macro Processor Evaluates Arithmetic Expressions (SAS 9.3 Macro Language Reference, support.sas.com) */
%let sum=%eval(1+2);
%let prod=%eval(10*3);
%let quot=%eval(4/2);
%let cut=%eval(5/3);
%put sum=&sum prod=&prod quot=&quot cut=&cut;
%let p=10.0*3.0; %let q=10.5+20.8;
%put &p gives %sysevalf(&p);
%put &q gives %sysevalf(&q);
/* log
sum=3 prod=30 quot=2 cut=1
10.0*3.0 gives 30
10.5+20.8 gives 31.3
*/
