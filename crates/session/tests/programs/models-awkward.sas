* What is hard on models: no observation, one, columns without variance, numbers that cannot be squared;
options nosyntaxcheck;
data awkward;
  input a $ x y z f;
  same = 0.1;
  long = x * 1e300;
  short = x * 1e-300;
  twice = 2 * x;
  datalines;
p 1 2.1 0 1
p 2 2.9 1 0
q 4 5.2 0 2
q 7 8.1 1 .
q .A 3.3 0 1
r 3 4.4 0 -1
r 5 . 1 1
r 6 6.1 1 3
;
run;
data none; set awkward; stop; run;
data one; set awkward(obs=1); run;
title 'One observation and none';
proc reg data=none; model y = x; run;
proc reg data=one; model y = x; run;
proc glm data=none; class a; model y = a x; lsmeans a; run;
proc glm data=one; class a; model y = a x; lsmeans a / cl adjust=tukey; run;
proc logistic data=none; model z = x; run;
proc logistic data=one; model z = x; run;
proc corr data=none; var x y; run;
proc corr data=one; var x y; run;
title 'Columns that are no help';
proc reg data=awkward; model y = same x twice / vif stb; run;
proc reg data=awkward; model same = x; run;
proc logistic data=awkward; model z = same x twice / clodds=wald; run;
title 'Great and small';
proc reg data=awkward; model y = long / vif stb; model y = short / vif stb; run;
proc glm data=awkward; class a; model y = a long*a; run;
proc logistic data=awkward; model z = long; run;
proc reg data=awkward; model long = x; run;
proc reg data=awkward; model short = x; run;
proc glm data=awkward; class a; model long = a; run;
title 'Correlations';
proc corr data=awkward spearman pearson; var same x long short; with y; run;
proc corr data=awkward; var x y; weight f; run;
proc corr data=awkward exclnpwgt; var x y; weight f; run;
