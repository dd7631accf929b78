/* source: sas/flip_obs_to_vars.sas, from SAS Global Forum paper 354-2009 (Bob Heckel, github.com/bheckel/code) */
data deals;
  input product $ contract @@;
  datalines;
BE2 360 BE2 361 BE3 362 BE4 363 CE1 440 CE1 441 CE1 442 CE2 551 CE2 552
;
run;
data flipped;
  set deals;
  by product;
  array slot[5] $ BE2 BE3 BE4 CE1 CE2;
  do k = 1 to dim(slot);
    if product = vname(slot(k)) then do;
      slot[k] = left(put(contract, 8.));
      leave;
    end;
  end;
  drop product contract k;
run;
proc print data=flipped;
run;
/* listing
Obs BE2 BE3 BE4 CE1 CE2
1 360
2 361
3 362
4 363
5 440
6 441
7 442
8 551
9 552
*/
