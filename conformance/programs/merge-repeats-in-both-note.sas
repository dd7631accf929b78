/* source: knowledge base article d04b5ba7 on repeats of BY values in more than one data set (sas.service-now.com); text of the note: Sample 24752 (support.sas.com) */
data f; input id $ fruit $ @@; datalines;
a apple a apple b banana c coconut c coconut c coconut
;
data h; input id $ color $ @@; datalines;
a amber b brown b black c cocoa c cream
;
data fh; merge f h; by id; run;
proc print data=fh; run;
/* log
NOTE: MERGE statement has more than one data set with repeats of BY values.
*/
/* listing
Obs id fruit color
1 a apple amber
2 a apple amber
3 b banana brown
4 b banana black
5 c coconut cocoa
6 c coconut cream
7 c coconut cream
*/
