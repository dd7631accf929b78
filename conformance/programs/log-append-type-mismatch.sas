/* source: utl_append_tables_when_the_same_variables_have_different_types_and_lengths (github.com/rogerjdeangelis) */
data master; AGE = 14; HEIGHT = 69; run;
data transaction; AGE = '13'; HEIGHT = '56.5'; run;
proc append base=master data=transaction force;
run;
/* log
NOTE: Appending WORK.TRANSACTION to WORK.MASTER.
WARNING: Variable AGE not appended because of type mismatch.
WARNING: Variable HEIGHT not appended because of type mismatch.
NOTE: FORCE is specified, so dropping/truncating will occur.
*/
