/* source: Count distinct values in each row of a table (SAS Forum; rogerjdeangelis on GitHub) */
data rows;
  input id $ v1-v5;
  cards4;
A 3 3 2 3 3
B 3 3 2 3 3
C 1 3 2 3 3
D 1 3 2 3 3
E 1 3 2 3 3
;;;;
data _null_;
  set rows;
  array v v1-v5;
  call sortn(of v[*]);
  distinct = 1;
  do k = 2 to 5;
    distinct + (v[k] ne v[k - 1]);
  end;
  put id distinct;
run;
/* log
A 2
B 2
C 3
D 3
E 3
*/
