* Designs: crossed and nested classes, covariates, empty cells, weights, several responses, data sets of results;
data pressure;
  input drug disease @;
  do patient = 1 to 6;
    input change @;
    if change ne . then output;
  end;
  datalines;
1 1 42 44 36 13 19 22
1 2 33 . 26 . 33 21
1 3 31 -3 . 25 25 24
2 1 28 . 23 34 42 13
2 2 . 34 33 31 . 36
2 3 3 26 28 32 4 16
3 1 . . 1 29 . 19
3 2 . 11 9 7 1 -6
3 3 21 1 . 9 3 .
4 1 24 . 9 22 -2 15
4 2 27 12 12 -5 16 15
4 3 22 7 25 5 12 .
;
run;
proc glm data=pressure;
  class drug disease;
  model change = drug|disease / ss1 ss3;
  lsmeans drug / pdiff stderr cl adjust=bon;
  lsmeans drug*disease;
  means drug disease drug*disease;
  contrast 'first two' drug 1 -1;
  contrast 'all drugs' drug 1 -1, drug 1 0 -1, drug 1 0 0 -1;
  estimate 'one less four' drug 1 0 0 -1;
  estimate 'mean of two' intercept 2 drug 1 1 / divisor=2;
  estimate 'first drug' drug 1;
run;
data growth;
  input group $ sire x y z w f;
  label y='Weight at last';
  datalines;
a 1 3.1 10.2 1 1 1
a 1 2.7 9.1 2 1 2
a 1 2.9 9.9 2 2 2
a 2 3.6 11.9 . 2 1
a 2 2.2 8.8 2 1 1
a 2 2.6 9.0 3 1 1
b 3 3.0 12.0 4 1.5 1
b 3 3.9 14.4 5 1 1
b 3 3.4 12.6 5 1 1
b 4 2.5 11.3 5 0 1
b 4 2.9 11.1 4 1 3
b 4 3.3 12.9 6 1 1
c 5 3.3 9.3 7 2 1
c 5 2.1 7.4 6 1 1
c 5 2.4 7.3 6 1.5 2
c 6 3.8 10.6 8 1 1
c 6 2.9 9.3 8 1 1
c 6 2.8 . 7 1 1
c 6 3.0 8.5 9 . 1
. 3 3.0 8.5 9 1 1
;
run;
proc glm data=growth order=data;
  class group sire;
  model y = group sire(group) x x*group / solution clparm alpha=0.1;
  weight w;
  output out=said p=predicted r=residual stdp=error h=leverage student=student lclm=lower uclm=upper;
run;
proc print data=said; run;
proc glm data=growth;
  class group;
  model y z = group x x*x;
  freq f;
  lsmeans group / stderr at x=3 out=means;
  lsmeans group / pdiff adjust=scheffe;
  lsmeans group / cl adjust=tukey;
  lsmeans group / at means cl;
run;
proc print data=means; run;
* Two cells are empty, and there is no intercept;
data cells;
  do a = 1 to 3;
    do b = 'x', 'y', 'z';
      do n = 1 to 2;
        i + 1;
        y = mod(7 * i, 11) + 3 * a;
        if not (a = 1 and b = 'z' or a = 3 and b = 'x') then output;
      end;
    end;
  end;
run;
proc format; value level 1='one' 2-high='more'; run;
proc glm data=cells;
  class a b;
  model y = a b a*b;
  lsmeans a / pdiff stderr;
run;
proc glm data=cells order=freq alpha=0.01;
  class a b;
  format a level.;
  model y = b(a) / noint solution;
run;
* As many observations of each level, and a mean that cannot be estimated;
proc glm data=cells;
  where a = 2;
  class b;
  model y = b;
  lsmeans b / cl adjust=tukey;
run;
proc glm data=cells;
  class a b;
  model y = a b a*b / noint;
  lsmeans a a*b / pdiff=all adjust=tukey;
run;
proc glm data=cells noprint;
  where a = 2;
  class b;
  model y = b;
  output out=where p=p;
run;
proc print data=where; run;
