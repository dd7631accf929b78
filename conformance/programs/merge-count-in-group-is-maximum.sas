/* source: SAS : Many to Many Merge (listendata.com, 2015) */
data a; input ID Info @@; datalines;
1 3123 1 1234 2 7482 2 8912 3 1284
;
data b; input ID Info2 @@; datalines;
1 4444 1 5555 1 8989 2 9099 2 8888 3 8989
;
data c; merge a b; by ID; run;
data _null_; set c end=e; where ID=1; n+1; if e then put n=; run;
/* log
n=3
*/
