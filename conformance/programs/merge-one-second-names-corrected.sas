/* source: Usage Note 48705: A one-to-many merge with common variables that are not the BY variables will have values from the many data set after the first observation (support.sas.com) */
data points; input id name :$8. score; datalines;
1 Jo 100
1 Jo 99
1 Jo 90
2 John 89
2 John 92
;
data right_names; input id name :$8.; datalines;
1 Joanna
2 Jon
;
data fixed; merge points right_names; by id; run;
proc print data=fixed; run;
/* listing
Obs    id    name      score
1      1    Joanna     100
2      1    Jo          99
3      1    Jo          90
4      2    Jon         89
5      2    John        92
*/
