/* source: SAS call execute: interaction of macro and data step (renenyffenegger.ch, github about-SAS, interaction-macro-datastep.sas) */
%let mv=1;
%macro incr;
  %let mv=%eval(&mv+1);
  %put mv = &mv;
%mend;
data _null_;
  now=symget('mv');
  put 'symget: ' now;
  call execute('%incr');
  now=symget('mv');
  put 'symget: ' now;
  call symput('mv', now+5);
  call execute('%incr');
run;
/* log
symget: 1
mv = 2
symget: 2
mv = 8
*/
