/* source: automatic variable syslast (renenyffenegger.ch, github about-SAS, syslast.sas) */
data;
  txt = 'demonstration of syslast';
run;
%put last data set is &syslast;
data _null_; set &syslast; put txt; run;
/* log
last data set is WORK.DATA1
demonstration of syslast
*/
