/* source: SAS 9.3 Functions and CALL Routines: Reference, CALL RANPERK Routine, Example 1 */
/* differs: seeds above 2**31 - 2 are invalid arguments */
data _null_;
  array x x1-x5 (1 2 3 4 5);
  seed = 1234567890123;
  do n = 1 to 10;
    call ranperk(seed, 3, of x1-x5);
    put seed= @20 ' x= ' x1-x3;
  end;
run;
/* log
seed=1332351321     x= 5 4 2
seed=829042065      x= 4 1 3
seed=767738639      x= 5 1 2
seed=1280236105     x= 3 2 5
seed=670350431      x= 4 3 5
seed=1956939964     x= 3 1 2
seed=353939815      x= 4 2 1
seed=1996660805     x= 3 4 5
seed=1835940555     x= 5 1 4
seed=910897519      x= 5 1 2
*/
