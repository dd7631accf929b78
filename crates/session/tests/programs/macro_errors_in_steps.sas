* Errors of macro statements where a statement of a step would begin;
data a; set sashelp.class(obs=2); %let x; y = 1; run;
%macro stops; %if 1 %then %abort; %mend;
options nosyntaxcheck;
data b; x = 1; %stops; y = 2; run;
data c; array v(2) x y z; array w(3) x y; z1 = sum(of x1-x); run;
%put still here;
