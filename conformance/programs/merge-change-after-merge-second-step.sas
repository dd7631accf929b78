/* source: Understanding automatically retained variables when performing a merge (SAS knowledge base, sas.service-now.com) */
data detail; input a b @@; datalines;
10 10 10 20 10 30 10 40 10 50
;
data level; a=10; c=100; run;
data m1; merge detail level; by a; run;
data m2; set m1; if b=20 then c=50; run;
proc print data=m2; run;
/* listing
Obs     a     b     c
1     10    10    100
2     10    20     50
3     10    30    100
4     10    40    100
5     10    50    100
*/
