/* source: I. Whitlock, A Serious Look Macro Quoting (SUGI 28, 011-28); about-SAS, open-code-vs-in-macro.sas */
%let v = %str(;);
%put v >&v<;
%put %qupcase(v >&v<);
%macro m;
  %local w;
  %let w = %str(;);
  %put %qupcase(w >&w<);
%mend;
%m
/* log
v >;<
V >;<
W >;<
*/
