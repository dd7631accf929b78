/* source: merge.sas, duplicate observations for a BY group in both data sets (Bob Heckel, github.com/bheckel/code) */
data d1; input id fruit $ @@; datalines;
1 apple 2 banana 2 lime 2 mango
;
data d2; input id color $ @@; datalines;
1 blue 1 green 2 purple 2 yellow
;
data m; merge d1 d2; by id; run;
data _null_; set m; put id fruit color; run;
/* log
NOTE: MERGE statement has more than one data set with repeats of BY values.
1 apple blue
1 apple green
2 banana purple
2 lime yellow
2 mango yellow
*/
