/* source: Simple Data Merge Question (SAS Communities), first attempt, Solution 1 and Solution 2 */
data D1; input id b c $ @@; datalines;
1 51 bb 1 51 bb 1 51 bb
;
data D2; input id b d $ @@; datalines;
1 51 aa 1 51 aa
;
data THREE; merge D1(in=x) D2(in=y); by id b; if y; run;
data TWO; p=0; q=0; merge D1(in=p) D2(in=q); by id b; if q; run;
proc print data=TWO noobs; run;
data PAIRS; set D1; set D2; run;
proc print data=PAIRS noobs; run;
/* log
NOTE: The data set WORK.THREE has 3 observations and 4 variables.
NOTE: The data set WORK.TWO has 2 observations and 4 variables.
NOTE: The data set WORK.PAIRS has 2 observations and 4 variables.
*/
/* listing
1 51 bb aa
1 51 bb aa
1 51 bb aa
1 51 bb aa
*/
