/* source: SAS 9.4 Functions and CALL Routines: Reference, SYSGET, SYSEXIST and ENVLEN Functions */
data _null_;
  there = sysexist('PATH'); none = sysexist('THIS IS NOT DEFINED');
  length value $ 32767;
  value = sysget('PATH');
  same = envlen('PATH') = length(value);
  not = envlen('THIS IS NOT DEFINED');
  put there= none= same= not=;
run;
%put %eval(%length(%sysget(PATH)) > 0);
/* log
there=1 none=0 same=1 not=-1
1
*/
