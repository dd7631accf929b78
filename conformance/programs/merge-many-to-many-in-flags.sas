/* source: PharmaSUG 2008 cc07, example shown in sql_vs_merge.sas (Bob Heckel, github.com/bheckel/code) */
data a; input x y @@; datalines;
1 10 1 15 1 18 3 20
;
data b; input x z @@; datalines;
1 15 1 12 3 30
;
data c; merge a(in=ina) b(in=inb); by x; if ina and inb; run;
proc print data=c; run;
/* listing
Obs    x     y     z
1     1    10    15
2     1    15    12
3     1    18    12
4     3    20    30
*/
