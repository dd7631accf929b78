/* OPTIONS MISSING= holds wherever a missing number becomes text, with a format and without (SAS System Options: MISSING=,
   "the character to print for missing numeric values"). */
%let folder = &sysparm;
options missing='#';
data m;
  g = 'a'; x = .; y = 1; output;
  g = 'a'; x = .; y = 2; output;
  g = 'b'; x = 2; y = .a; output;
run;
proc print data=m; run;
proc print data=m; by g; sum y; run;
proc means data=m mean std t probt; class g; var x; run;
proc freq data=m; tables x / missing; tables g*x / missing chisq; run;
proc univariate data=m; var x; run;
proc corr data=m; var x y; run;
proc tabulate data=m; class g; var x; table g, x*mean; run;
proc report data=m; column g x; define x / analysis mean; define g / group; run;
proc transpose data=m out=t; by g notsorted; var x; run;
proc print data=t; run;

/* The same in both executors. */
%macro texts(executor);
options &executor;
data _null_;
  set m(obs=1);
  length c w j $20;
  put x=;
  put x x best8. x 8.2 g;
  c = cats(x); w = strip(x || ''); j = catx('-', 1, x, g);
  p = put(x, 4.); n = putn(x, 'best4.');
  put c= w= j= p= n=;
  length t $8; t = x; u = repeat(x, 1);
  put _all_;
  call symput('sym', x); call symputx('symx', x);
  file "&folder/missing.txt" dsd;
  put x y g;
run;
%put <&sym> <&symx>;
%mend;
%texts(machinecode)
%texts(nomachinecode)
options machinecode;
data _null_; infile "&folder/missing.txt"; input; put _infile_; run;

/* A blank leaves missing numbers out of CATX. */
options missing=' ';
data _null_;
  set m;
  c = catx('-', g, x, 7); s = cats('<', x, '>');
  put c= s= x=;
run;
options missing='.';
data _null_; set m(obs=1); c = cats(x); put c= x=; run;
