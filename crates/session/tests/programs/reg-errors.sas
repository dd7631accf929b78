* What PROC REG does not take;
options nosyntaxcheck;
data some; input a $ x y z; datalines;
p 1 2 3
q 2 3 4
r 3 5 7
s 4 4 .
;
run;
proc reg data=some; run;
proc reg data=some; model y = a; run;
proc reg data=some; model y = x y; run;
proc reg data=some; model y = q; run;
proc reg data=some; model y; run;
proc reg data=some; model = x; run;
proc reg data=some; model y = x / selection=stepwise; run;
proc reg data=some; output out=o p=p; model y = x; run;
proc reg data=some; model y = x; output out=o p=p q; run;
proc reg data=some; model y = x; output out=o p=p r=P; run;
proc reg data=some; model y = x; output out=o p=z; run;
proc reg data=some; model y = x / alpha=2; run;
proc reg data=some; model y = x; restrict x = 1; run;
proc reg data=some; model y = x; weight a; run;
proc reg data=some tableout; model y = x; run;
proc reg data=some plots(only)=(fit residuals); where z < 0; model y = x z; run;
data huge; set some; x = x * 1e308 * 10; run;
proc reg data=huge; model y = x; run;
proc reg data=some; model y = x; run;
model y = z; run;
quit;
