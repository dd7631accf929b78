/* source: SAS Language Reference by Example, Update Data, Output 21.30 (SAS Institute; quoted in the tests of another public interpreter) */
data living; input common $ animal $ plant $9.; datalines;
d Dog Dewberry
;
data newer; input common $ plant :$9.; datalines;
d Date
d Dill
;
data living; update living newer; by common; run;
proc print data=living noobs; run;
/* listing
d Dog Dill
*/
