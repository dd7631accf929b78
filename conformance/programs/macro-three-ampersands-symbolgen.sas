/* source: warning for unresolved reference on intermediate pass (SASware Ballot idea, SAS Communities) */
%let var1=foo;
%let i=1;
options symbolgen;
%put &&&var&i;
options nosymbolgen;
%put &nope;
/* log
SYMBOLGEN:  && resolves to &.
SYMBOLGEN:  Unable to resolve the macro variable reference &var
SYMBOLGEN:  && resolves to &.
SYMBOLGEN:  Macro variable I resolves to 1
SYMBOLGEN:  Macro variable VAR1 resolves to foo
foo
WARNING: Apparent symbolic reference NOPE not resolved.
&nope
*/
