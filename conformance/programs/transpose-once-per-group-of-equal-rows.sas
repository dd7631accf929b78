/* source: Transpose table with duplicate values, solution by Novinosrin (SAS Communities 583993; rogerjdeangelis on GitHub) */
data cars;
  input id unit o1 o2 o3;
  cards4;
1 1 2 1 3
1 2 2 1 3
1 3 2 1 3
2 1 2 4 .
2 3 2 4 .
;;;;
data own;
  do nth = 1 by 1 until (last.id);
    set cars;
    by id;
    array o[3] o1-o3;
    owncar = o[nth];
    output;
  end;
  keep id unit owncar;
run;
proc print data=own noobs;
run;
/* listing
id unit owncar
1 1 2
1 2 1
1 3 3
2 1 2
2 3 4
*/
