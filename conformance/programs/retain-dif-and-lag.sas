/* source: DIF Function, Example (SAS 9.2 Language Reference: Dictionary, support.sas.com) */
data five;
  input X @@;
  Z = lag(X);
  D = dif(X);
  cards;
1 2 6 4 7
;
run;
proc print data=five;
run;
/* listing
Obs X Z D
1 1 . .
2 2 1 1
3 6 2 4
4 4 6 -2
5 7 4 3
*/
