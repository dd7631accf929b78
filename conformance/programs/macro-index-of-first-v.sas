/* source: SAS 9.4 Macro Language: Reference, %INDEX Function */
%let a=a very long value;
%let b=%index(&a,v);
%put V appears at position &b..;
/* log
V appears at position 3.
*/
