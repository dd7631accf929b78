/* source: Multidimensional Arrays: Creating and Processing, SAS 9.4 Language Reference: Concepts (SAS Institute) */
data _null_;
  array tg{2,5} c1t1-c1t5 c2t1-c2t5;
  do r = 1, 2;
    length nm $ 8;
    nm = vname(tg{r, 2});
    put r= nm=;
  end;
  nm = vname(tg{2,5}); put nm=;
  nm = vname(tg{1,1}); put nm=;
run;
/* log
r=1 nm=c1t2
r=2 nm=c2t2
nm=c2t5
nm=c1t1
*/
