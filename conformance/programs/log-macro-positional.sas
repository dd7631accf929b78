/* source: SAS macro error: More positional parameters found than defined (stackoverflow.com, 48187860) */
%macro chosen(code=A11);
  %put &code;
%mend;
%chosen(A11);
/* log
ERROR: More positional parameters found than defined.
*/
