/* source: %SYSMEXECDEPTH Function, %SYSMEXECNAME Function (SAS 9.3 Macro Language Reference, support.sas.com) */
%put depth %sysmexecdepth: %sysmexecname(%sysmexecdepth);
%macro inner;
  %put depth=%sysmexecdepth one=%sysmexecname(1) two=%sysmexecname(2) caller=%sysmexecname(%sysmexecdepth-1);
%mend;
%macro outer;
  %inner
%mend;
%outer
%macro level1; %level2 %mend;
%macro level2; %level3 %mend;
%macro level3; %level4 %mend;
%macro level4;
  %local i;
  %do i=%sysmexecdepth+1 %to -1 %by -1;
    %put level &i=%sysmexecname(&i);
  %end;
%mend;
%level1
/* log
depth 0: OPEN CODE
depth=2 one=OUTER two=INNER caller=OUTER
WARNING: Argument 1 to %SYSMEXECNAME function is out of range.
level 5=
level 4=LEVEL4
level 3=LEVEL3
level 2=LEVEL2
level 1=LEVEL1
level 0=OPEN CODE
WARNING: Argument 1 to %SYSMEXECNAME function is out of range.
level -1=
*/
