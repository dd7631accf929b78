/* source: sas/retain.sas (Bob Heckel, github.com/bheckel/code) */
data shops;
  input Stores Sales @@;
  format Sales dollar12.;
  datalines;
12 29761 4 67242 7 76793 10 62819 14 68641 4 1690 2 51541 12 108942 21 21297
;
run;
data kept;
  retain foo;
  retain bar .;
  retain baz;
  set shops;
  if _n_ eq 3 then baz = 42;
run;
proc print data=kept;
run;
/* listing
Obs bar baz Stores Sales
1 . . 12 $29,761
2 . . 4 $67,242
3 . 42 7 $76,793
4 . 42 10 $62,819
5 . 42 14 $68,641
6 . 42 4 $1,690
7 . 42 2 $51,541
8 . 42 12 $108,942
9 . 42 21 $21,297
*/
