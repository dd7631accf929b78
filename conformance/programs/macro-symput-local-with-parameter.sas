/* source: Special Cases of Scope with the CALL SYMPUT Routine (SAS 9.3 Macro Language Reference, support.sas.com) */
%macro env1(param1);
  data _null_;
    length tok $ 7;
    tok='a token';
    call symput('myvar1',tok);
  run;
  %put in macro;
  %put _user_;
%mend;
%env1(10)
%put in open code;
data late;
  got="&myvar1";
run;
/* log
in macro
ENV1 MYVAR1 a token
ENV1 PARAM1 10
in open code
WARNING: Apparent symbolic reference MYVAR1 not resolved.
*/
