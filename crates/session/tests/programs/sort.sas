* In order, and in the order of missing values;
data scores; input name $ group score; datalines;
Carol 2 71
Alan 1 .
Bea 2 .z
Dora 1 88
Emil 2 -3
Finn 1 ._
Gina 2 71
;
run;
proc sort data=scores out=ranked; by group descending score; run;
proc print data=ranked; run;
* In its own place, and then in order already;
proc sort; by score; run;
proc sort data=scores details sortsize=1m nothreads; by score; run;
proc print data=scores noobs; run;
proc sort data=scores out=copied; by score; run;
proc sort data=scores force; by score; run;
* The first of each key stays, and the others go;
proc sort data=scores out=best nodupkey dupout=others; by group; run;
proc print data=others; run;
data twice; set scores scores; run;
proc sort data=twice noduprecs; by score name; run;
* Options of data sets, and WHERE;
proc sort data=scores(rename=(score=points)) out=few(keep=name label='A few'); where points > 0; by descending points; format points 8.2; run;
proc contents data=few; run;
proc sort data=scores(obs=3) out=three; by name; run;
proc sort data=scores(obs=0) out=none; by name; run;
