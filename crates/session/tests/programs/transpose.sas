* Observations become variables and back;
data scores;
  input student $ section test1 test2 final;
  label test1='First test' final='Final test';
  datalines;
Capalleti 1 94 91 87
Dubose 2 51 65 91
Engles 1 95 97 97
Grant 2 63 75 80
;
run;
proc transpose data=scores out=plain; run;
proc print data=plain; run;
proc transpose data=scores out=named(drop=_label_) name=test prefix=sn; var test1 test2 final; id section student; run;
proc print data=named; run;
proc transpose data=scores out=labelled prefix=s_ suffix=_x delimiter=_ label=what;
  var test1 final; id section student; idlabel student;
run;
proc contents data=labelled; run;
proc print data=labelled label; run;
* By groups, of different sizes;
data long;
  input place $ when :date9. kind $ length weight comment $;
  format when date9.;
  datalines;
cole 02jun2020 a 31 .25 ok
cole 02jun2020 b 32 .3 .
cole 03jul2020 a 33 .32 small
eagle 02jun2020 c 30 .2 big
eagle 02jun2020 a 31.5 -.5 .
eagle 02jun2020 . 9 9 lost
;
run;
title 'Groups';
proc transpose data=long out=groups; by place when; var length weight; run;
proc print data=groups; run;
title 'Groups, named, with other variables';
proc transpose data=long out=wide; by place; where kind ne ' '; id kind when; var length; format when date7.; run;
proc print data=wide; run;
proc transpose data=long out=kinds let; by place; id kind; var weight; copy comment; run;
proc print data=kinds; run;
title 'Texts and numbers';
proc transpose data=long out=mixed prefix=p; by place; var kind length when; run;
proc print data=mixed; run;
proc contents data=mixed; run;
title 'Back again';
proc transpose data=plain out=back; id _name_; run;
proc print data=back; run;
title 'Numbers as names';
data odd; input n v; datalines;
-1.5 1
2 2
1e10 3
;
run;
proc transpose data=odd out=odd_names; id n; var v; run;
proc print data=odd_names; run;
data none; set odd; stop; run;
proc transpose data=none out=of_none; run;
proc contents data=of_none; run;
proc print data=of_none; run;
proc transpose data=none out=of_none; by n; run;
data odd; set odd; length label $ 3; label n='The number'; label='abc'; run;
title 'In its own place';
proc transpose data=odd out=odd; var _numeric_; id label v; run;
proc print data=odd; run;
title 'The beginning of a name';
data names; length id $ 50; id = repeat('n', 31) || 'one'; v = 1; output; id = repeat('n', 31) || 'two'; v = 2; output; run;
proc transpose data=names out=wide let; id id; var v; run;
proc print data=wide; run;
* What is refused;
options nosyntaxcheck;
proc transpose data=names out=x; id id; var v; run;
proc transpose data=scores out=x; id section; var test1; run;
proc transpose data=scores out=x; by section; run;
proc transpose data=scores out=x; id nothing; run;
proc transpose data=scores out=x outfile=y; run;
proc transpose data=scores out=x prefix='a b'; run;
