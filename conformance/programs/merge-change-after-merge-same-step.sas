/* source: Understanding automatically retained variables when performing a merge (SAS knowledge base, sas.service-now.com) */
data detail; input a b @@; datalines;
10 10 10 20 10 30 10 40 10 50
;
data level; a=10; c=100; run;
data m; merge detail level; by a; if b=20 then c=50; put b= c=; run;
/* log
b=10 c=100
b=20 c=50
b=30 c=50
b=40 c=50
b=50 c=50
*/
