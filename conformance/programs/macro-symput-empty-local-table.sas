/* source: CALL SYMPUT with a complete DATA step and an empty local symbol table (SAS 9.4 Macro Language Reference, chapter 5) */
%macro env3;
  data _null_;
    length tok $ 7;
    tok='a token';
    call symput('myvar3',tok);
  run;
  %put in macro;
  %put _user_;
%mend env3;
%env3
%put in open code;
%put _user_;
/* log
in macro
GLOBAL MYVAR3 a token
in open code
GLOBAL MYVAR3 a token
*/
