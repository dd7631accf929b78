* Regressions: several models and responses, missing values, weights, groups, data sets of results;
data class;
  input name $ sex $ age height weight @@;
  label height='Height in inches';
  datalines;
Ada F 14 62.8 102.5 Ben M 12 57.3 83.0 Cleo F 13 65.3 98.0 Dan M 13 62.5 84.0 Eve F 12 59.8 84.5
Fay F 14 64.3 90.0 Gil M 12 59.0 99.5 Hal M 12 64.8 128.0 Ida F 11 51.3 50.5 Jan M 15 67.0 133.0
Kim F 12 56.3 77.0 Leo M 14 63.5 102.5 Mia F 15 66.5 112.0 Ned M 16 72.0 150.0 Ole M 11 57.5 85.0
Pia F 15 62.5 . Quin M 14 69.0 112.5 Ria F 11 . 50.0
;
run;
proc reg data=class;
  model weight = height;
  tall: model weight age = height / clb alpha=0.1 noint;
run;
quit;
proc reg data=class outest=estimates plots=none;
  both: model weight = height age / stb vif tol clb;
  output out=said p=predicted r=residual student=student cookd=distance lcl=low ucl=high;
  model age = height weight / r;
run;
proc print data=estimates; run;
proc print data=said(obs=18); run;
proc sort data=class; by sex; run;
proc reg data=class outest=by_sex alpha=0.01;
  by sex;
  model weight = height / p;
  output out=groups p=p;
run;
proc print data=by_sex; run;
proc print data=groups; run;
data longley_like;
  do i = 1 to 12;
    x1 = i; x2 = i ** 2; x3 = 2 * x1 - x2; y = 5 + 3 * i + mod(i * 5, 7) / 10; w = 1 + mod(i, 3); f = mod(i, 4);
    output;
  end;
run;
* The third regressor is a sum of the others;
proc reg data=longley_like;
  model y = x1 x2 x3 / vif stb;
  weight w;
  freq f;
run;
proc reg data=longley_like(where=(i < 4)) noprint outest=perfect;
  model y = x1-x2;
run;
proc print data=perfect; format intercept x1 x2 8.4; run;
