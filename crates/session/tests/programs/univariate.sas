* One variable at a time: moments, tests, percentiles, extremes, missing values, groups, weights;
data heights;
  input name $ sex $ height weight @@;
  label height='Height in inches';
  often = 1 + mod(_n_, 3);
  datalines;
Ada F 56.5 84 Ben M 64.8 128 Cora F 59.8 84.5 Dan M 66.5 112 Eva F 51.3 50.5 Fay F 62.5 112.5
Gus M 57.3 83 Hal M 62.5 84 Ida F 62.8 102.5 Jan M 59.0 99.5 Kim F . 77 Leo M 69.0 112.5
Max M 63.5 102.5 Ned M 72.0 150 Ora F 65.3 98 Pia F 64.3 .a Rob M 67.0 133 Sue F 56.3 77
Tom M 64.8 . Uwe M 66.5 112 Vic M . .a
;
run;
proc univariate data=heights normal cibasic mu0=60 100; var height weight; id name; run;
proc univariate data=heights nextrobs=2 pctldef=2 cibasic(alpha=0.1);
  class sex; var height; freq often;
  output out=classes n=n nmiss=missing nobs=nobs mean=mean std=std q1=q1 median=median q3=q3 qrange=qrange mode=mode
    t=t probt=pt msign=m probm=pm signrank=s probs=ps normaltest=w probn=pw
    pctlpts=2.5 97.5 40 to 60 by 10 pctlpre=h pctlname=low high;
run;
proc print data=classes; run;
proc contents data=classes; run;
proc sort data=heights; by sex; run;
proc univariate data=heights(where=(weight > 80)) noprint;
  by sex; var height weight;
  output out=groups mean=h_mean w_mean max=h_max pctlpts=33.3 pctlpre=h_ w_;
run;
proc print data=groups; run;
proc univariate data=heights; var height; weight weight; where sex = 'M'; histogram height / normal; run;
data flat; do i = 1 to 4; x = 7; output; end; run;
proc univariate data=flat normal plots; var x; run;
data none; set flat; if x > 8; run;
proc univariate data=none; run;
