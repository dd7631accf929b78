/* source: STAT 4197/6197 course notes, Week 4, Ex21_Arrays3, Part 4 (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input id :$2. mtm1 mtm2 final;
  array exam{3} mtm1 mtm2 final;
  array grade{3} $ 2 g1-g3;
  do i = 1 to 3;
    if exam{i} >= 3.80 then grade{i} = 'A';
    else if 3.50 <= exam{i} <= 3.80 then grade{i} = 'B+';
    else if 3.00 <= exam{i} <= 3.49 then grade{i} = 'B';
    else if exam{i} < 3.00 then grade{i} = 'C';
  end;
  put mtm1 4.2 +1 mtm2 4.2 +1 final 4.2 +1 g1-g3;
  datalines;
G1 3.73 2.87 4.00
G2 3.80 3.53 2.73
;
/* log
3.73 2.87 4.00 B+ C A
3.80 3.53 2.73 A B+ C
*/
