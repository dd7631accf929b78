/* source: sql_union.sas, merge and "IN1 OR IN2 merge" (Bob Heckel, github.com/bheckel/code) */
data t1; do x=1 to 4; y=11*x; output; end; run;
data t2; do x=1,2,5,6; z=111*x; output; end; run;
data u; merge t1 t2; by x; run;
proc print data=u; run;
data v; merge t1(in=i) t2(in=j); by x; if (i=1 or j=1); run;
proc print data=v; run;
/* listing
Obs    x     y     z
1     1    11    111
2     2    22    222
3     3    33      .
4     4    44      .
5     5     .    555
6     6     .    666
Obs    x     y     z
1     1    11    111
2     2    22    222
3     3    33      .
4     4    44      .
5     5     .    555
6     6     .    666
*/
