/* source: STAT 4197/6197 course notes, Week 4 (after mikezdeb, SAS Communities; ProcJimi/curriculum, GitHub, 2019) */
data ci;
  retain initial 10000 rate 0.10;
  do period = 1 to 10;
    principal = compound(initial, ., rate, period);
    put principal dollar10.;
  end;
run;
/* log
$11,000
$12,100
$13,310
$14,641
$16,105
$17,716
$19,487
$21,436
$23,579
$25,937
*/
