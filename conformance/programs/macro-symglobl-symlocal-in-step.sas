/* source: SYMGLOBL Function and SYMLOCAL Function (SAS 9.3 Macro Language Reference, support.sas.com) */
%global x;
%macro test;
  %local y;
  data _null_;
    if symglobl("x") then put "x is GLOBAL"; else put "x is not GLOBAL";
    if symglobl("y") then put "y is GLOBAL"; else put "y is not GLOBAL";
    if symglobl("z") then put "z is GLOBAL"; else put "z is not GLOBAL";
    if symlocal("x") then put "x is LOCAL"; else put "x is not LOCAL";
    if symlocal("y") then put "y is LOCAL"; else put "y is not LOCAL";
    if symlocal("z") then put "z is LOCAL"; else put "z is not LOCAL";
  run;
%mend test;
%test
/* log
x is GLOBAL
y is not GLOBAL
z is not GLOBAL
x is not LOCAL
y is LOCAL
z is not LOCAL
*/
