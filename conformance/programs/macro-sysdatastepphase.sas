/* source: SAS 9.4 Macro Language: Reference, SYSDATASTEPPHASE Automatic Macro Variable, examples 1 and 2 */
data _null_;
  x = 1;
  call execute('%put &sysdatastepphase;');
  call symput('phase', "&sysdatastepphase");
run;
%put &=phase;
%put <&sysdatastepphase>;
/* log
EXECUTION
PHASE=COMPILATION
<>
*/
