/* source: Counting (SAS Communities, Base SAS Programming, answer by ChrisNZ) */
data _null_;
  retain NN:;
  array seen(3,7) _temporary_;
  array NN(3);
  input ID X @@;
  seen(X,ID) = 1;
  NN(X) = 0;
  do k = 1 to 7;
    NN(X) + seen(X,k);
  end;
  put ID= X= NN1= NN2= NN3=;
  datalines;
4 1 4 2 4 2 5 1 7 2 7 2
;
run;
/* log
ID=4 X=1 NN1=1 NN2=. NN3=.
ID=4 X=2 NN1=1 NN2=1 NN3=.
ID=4 X=2 NN1=1 NN2=1 NN3=.
ID=5 X=1 NN1=2 NN2=1 NN3=.
ID=7 X=2 NN1=2 NN2=2 NN3=.
ID=7 X=2 NN1=2 NN2=2 NN3=.
*/
