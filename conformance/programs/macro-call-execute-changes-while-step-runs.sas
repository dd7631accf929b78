/* source: CALL EXECUTE, interaction-macro-datastep.sas (renenyffenegger.ch, github about-SAS) */
%let v = 1;
%macro up; %let v = %eval(&v + 1); %put v = &v; %mend;
data _null_;
  x = symget('v'); put 'v as per symget: ' x;
  call execute('%up');
  x = symget('v'); put 'v as per symget: ' x;
  call symput('v', x + 5);
  call execute('%up');
run;
/* log
v as per symget: 1
v = 2
v as per symget: 2
v = 8
*/
