/* source: Splitting a mixed type PDV array into character and numeric arrays (rogerjdeangelis on GitHub) */
data mixed;
  roger = 1; x1 = 0; x2 = 'A'; x3 = 'B'; x4 = 4; x5 = 2; x6 = 'C'; x7 = 9; mary = 'Mary';
run;
data characters(keep=x1-character-x7) numbers(keep=x1-numeric-x7);
  set mixed;
  array n[*] x1-numeric-x7;
  array c[*] x1-character-x7;
  many = dim(n);
  few = dim(c);
  all = sum(of x1-numeric-x7);
  put many= few= all=;
run;
proc print data=characters noobs; run;
proc print data=numbers noobs; run;
/* log
many=4 few=3 all=15
*/
/* listing
x2 x3 x6
A B C
x1 x4 x5 x7
0 4 2 9
*/
