/* What a step leaves in macro variables, and what is said of what is wrong, once. */
options nosyntaxcheck nosource;
data one; x = 1; run;
%put [&syserr] [&syscc] [&syslast] [&sysdsn];
data two; set one; keep nothing; run;
%put [&syserr] [&syscc] [&syslast];
data one; set one; y = nofunction(x); run;
%put [&syserr] [&syscc] [&syslast];

* A step that was refused has changed nothing;
data three; set one; put _all_; run;
%let syscc = 0;
%put [&syserr] [&syscc];

* One error for a statement that is wrong, and none for what it would have been there for;
data four; infile datalines nothing; input x; run;
data four; update one two; by x; run;
data four; set one; _numeric_ = 1; y = _all_; run;
%nomacro(1);
data _null_; infile 'same.txt'; file 'same.txt'; input; put _infile_; run;
proc append base=two data=one; run;
proc copy in=work out=work; run;
proc copy in=work out=nowhere; run;
proc datasets library=nowhere; run; quit;
proc format; value few 1-3='low' 3-5='high' 2='two'; run;

* What cannot be read is shown without the blanks that lines of the program are filled with;
data four;
  input a b;
  datalines;
1 two
;
run;
proc options option=compress; run;
%macro lines; data four; input a; datalines;
1 2
;
run; data five; x = 5; put x=; run; %mend;
%lines
