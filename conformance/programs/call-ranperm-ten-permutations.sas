/* source: SAS 9.3 Functions and CALL Routines: Reference, CALL RANPERM Routine, Example 1 */
/* differs: seeds above 2**31 - 2 are invalid arguments */
data _null_;
  array x x1-x4 (1 2 3 4);
  seed = 1234567890123;
  do n = 1 to 10;
    call ranperm(seed, of x1-x4);
    put seed= @20 ' x= ' x1-x4;
  end;
run;
/* log
seed=1332351321     x= 1 3 2 4
seed=829042065      x= 3 4 2 1
seed=767738639      x= 4 2 3 1
seed=1280236105     x= 1 2 4 3
seed=670350431      x= 2 1 4 3
seed=1956939964     x= 2 4 3 1
seed=353939815      x= 4 1 2 3
seed=1996660805     x= 4 3 1 2
seed=1835940555     x= 4 3 2 1
seed=910897519      x= 3 2 1 4
*/
