/* source: Splitting a mixed type array into character and numeric arrays (SAS Communities; github.com/rogerjdeangelis) */
data have;
  roger = 1; x1 = 0; x2 = 'A'; x3 = 'B'; x4 = 4; x5 = 2; x6 = 'C'; x7 = 9; mary = 'MARY';
run;
data chars; set have(keep=x1-character-x7); run;
data nums; set have(keep=x1-numeric-x7); total = sum(of x1-numeric-x7); run;
proc print data=chars noobs; run;
proc print data=nums noobs; run;
/* listing
x2 x3 x6
A B C
x1 x4 x5 x7 total
0 4 2 9 15
*/
