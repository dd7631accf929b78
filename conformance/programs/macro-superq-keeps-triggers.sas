/* source: %SUPERQ Function (SAS Macro Language Reference, support.sas.com) */
data _null_;
  call symput('mv1','Smith&Jones');
  call symput('mv2','%macro abc;');
run;
%let t1=%superq(mv1);
%let t2=%superq(mv2);
%put first is &t1;
%put second is &t2;
/* log
first is Smith&Jones
second is %macro abc;
*/
