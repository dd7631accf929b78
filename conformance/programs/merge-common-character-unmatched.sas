/* source: Merging, question by shynu (SAS Communities, Base SAS Programming) */
data tall; input ID Name $ Height; datalines;
1 A 1
3 B 2
5 C 2
7 D 2
9 E 2
;
data heavy; input ID Name $ Weight; datalines;
2 A 2
4 B 3
5 C 4
7 D 5
;
data people; merge tall heavy; by ID; run;
proc print data=people; run;
/* listing
Obs    ID   Name   Height   Weight
1      1    A      1        .
2      2    A      .        2
3      3    B      2        .
4      4    B      .        3
5      5    C      2        4
6      7    D      2        5
7      9    E      2        .
*/
