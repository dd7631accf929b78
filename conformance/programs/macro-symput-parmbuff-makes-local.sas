/* source: CALL SYMPUT with SYSPBUFF and an empty local symbol table (SAS 9.4 Macro Language Reference, chapter 5) */
%macro env4 /parmbuff;
  data _null_;
    length tok $ 7;
    tok='a token';
    call symput('myvar4',tok);
  run;
  %put in macro;
  %put _user_;
%mend env4;
%env4
%put in open code;
%put [&myvar4] [&syspbuff];
/* log
in macro
ENV4 MYVAR4 a token
in open code
[&myvar4] [&syspbuff]
*/
