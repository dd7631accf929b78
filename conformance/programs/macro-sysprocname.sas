/* source: SAS 9.4 Macro Language: Reference, SYSPROCNAME Automatic Macro Variable */
data a;
  %put reading &sysprocname;
  x = 1;
run;
proc print data=a;
  %put reading &sysprocname;
run;
%put outside <&sysprocname>;
/* log
reading DATASTEP
reading PRINT
outside <>
*/
