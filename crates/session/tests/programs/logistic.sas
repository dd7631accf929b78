* Logistic regression: two and four levels, classes and their codings, weights, groups, what is predicted;
data trial;
  input x z y w grade @@;
  length arm $ 8;
  arm = scan('placebo low high', 1 + mod(_n_, 3));
  label x='Age' y='Improved';
  datalines;
4 1 1 2 0 4 1 1 1 1 24 0 1 2 3 15 0 0 3 3 18 0 0 2 2 18 1 1 3 0 21 1 1 2 2 1 0 1 2 0
15 1 1 3 3 5 0 0 2 0 12 1 1 3 1 27 1 1 1 2 16 1 1 3 0 3 0 1 3 2 16 1 0 3 2 4 1 0 1 0
22 1 1 1 2 28 1 1 1 1 29 1 1 2 3 19 0 1 2 1 26 1 1 3 0 11 0 0 1 0 5 1 0 1 1 15 0 1 3 2
13 0 0 1 1 20 0 1 3 2 29 1 1 1 2 8 1 0 2 0 25 0 0 1 1 5 0 1 2 0 11 0 0 3 3 23 0 1 3 0
8 1 1 3 0 20 1 1 3 2 14 0 1 2 3 15 0 0 3 3 28 1 1 2 3 24 1 0 1 0 25 1 1 2 3 16 0 1 2 2
. 1 1 1 1 9 . 0 1 0 9 1 . 1 .
;
run;
proc logistic data=trial outest=estimates;
  model y(event='1') = x z / clodds=wald gconv=1e-12;
  freq w;
  output out=predicted p=p xbeta=logit;
run;
proc print data=estimates; run;
proc print data=predicted(obs=5); run;
proc print data=predicted(firstobs=41); run;
proc logistic data=trial descending; class arm; model y = arm x; run;
proc logistic data=trial; class arm(ref='placebo' param=ref) z(ref=first) / param=glm; model y(ref='0') = x arm z / alpha=0.1; run;
proc logistic data=trial; class arm / param=ref; model y(event=last) = x|arm; run;
proc logistic data=trial; model grade = x z / gconv=1e-14; output out=cumulative p=p; run;
proc print data=cumulative(obs=4); run;
proc logistic data=trial; model y(event='1') = x z / noint; freq w; run;
proc logistic data=trial noprint; model y(event='1') = ; output out=constant p=p; run;
proc print data=constant(obs=1); run;
proc sort data=trial; by z; run;
proc logistic data=trial outest=groups; by z; weight w; model y(event='1') = x / fconv=1e-6; where w < 3; run;
proc print data=groups; run;
proc format; value young low-14 = 'young' other = 'old'; run;
proc logistic data=trial; class x; format x young.; model y(event='1') = x; run;
