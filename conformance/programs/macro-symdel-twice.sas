/* source: SAS macro statement %symdel (renenyffenegger.ch, github about-SAS, delete-macro-variable.sas) */
%let some_var=foo;
%put some_var = &some_var;
%symdel some_var;
%put some_var = &some_var;
%symdel some_var;
%symdel some_var /nowarn;
/* log
some_var = foo
WARNING: Apparent symbolic reference SOME_VAR not resolved.
WARNING: Attempt to delete macro variable SOME_VAR failed. Variable not found.
*/
