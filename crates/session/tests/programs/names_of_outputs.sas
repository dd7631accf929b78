* Data sets that procedures make, with columns that have the names of other variables of what is read. ;
options nosyntaxcheck;
data seen;
  input group $ count $ _freq_ $ _type_ $ intercept $ rank $ x y;
  datalines;
a one u v w r 1 3
a two u v w r 2 4
b one u v w r 3 7
b two u v w r 4 8
;
run;

* A character variable, where the procedure has a number. ;
proc freq data=seen noprint; tables group / out=of_freq; run;
proc print data=of_freq; run;

proc means data=seen noprint; class group; var x; output out=of_means mean=count sum=rank; run;
proc print data=of_means; run;

* The variable that is analysed, in place of itself. ;
proc means data=seen noprint; var x y; output out=of_itself mean=x max=y; run;
proc print data=of_itself; run;

proc univariate data=seen noprint; var y; output out=of_univariate mean=count p10=_type_; run;
proc print data=of_univariate; run;

proc tabulate data=seen out=of_tabulate; class group; var x; table group, x*mean; run;
proc print data=of_tabulate; run;

proc reg data=seen outest=of_reg noprint; model y = x; run;
proc print data=of_reg; run;

proc corr data=seen outp=of_corr noprint; var x y; run;
proc print data=of_corr; run;

proc rank data=seen(keep=group x y) out=of_rank; var x; ranks place; run;
proc print data=of_rank; run;

proc transpose data=seen(rename=(group=_name_)) out=of_transpose; var x y; id count rank intercept x; run;
proc print data=of_transpose; run;

proc report data=seen out=of_report noprint;
  column group x total share;
  define group / group; define x / sum; define total / computed; define share / computed;
  compute total; total = x.sum * 10; endcomp;
  compute share / character length=4; share = 's'; endcomp;
  rbreak after / summarize;
run;
proc print data=of_report; run;

* A CLASS or BY variable keeps its place. ;
proc means data=seen noprint; class count; var x; output out=refused mean=count; run;
proc means data=seen noprint; class _freq_; var x; output out=refused mean=m; run;
proc transpose data=seen(rename=(group=_name_)) out=refused; var x; copy _name_; run;

* Several roles of a variable are one column. ;
proc transpose data=seen out=roles; by group; var x; copy group x x; run;
proc print data=roles; run;
proc means data=seen noprint; by group group; var x; output out=roles mean=m; run;
proc print data=roles; run;
proc report data=seen out=roles noprint; by group; column x group; define x / order; define group / display; run;
proc print data=roles; run;
proc glm data=seen; by group; class group count; model y = x count; lsmeans count / out=roles; run;
proc rank data=seen out=_null_; var x; run;

* A format of a variable that is not there. ;
proc means data=seen; where x > 1; format nothing nothing2-nothing3 5. x 8.1; run;
proc freq data=seen; format nothing 5.; tables nothing; run;

* Names that no variable of a data set can have. ;
proc means data=seen noprint; var x; output out=refused mean=_all_; run;
proc means data=seen noprint; var x; output out=refused mean=_n_; run;
proc rank data=seen out=refused; var x; ranks _infile_; run;

* One data set for two. ;
proc means data=seen noprint; var x; output out=twice mean=m; output out=twice max=m; run;

* What the options of the new data set name. ;
proc means data=seen noprint; class group; var x;
  output out=chosen(drop=_type_ rename=(_freq_=n) where=(n > 2 or m > 3) label='Chosen') mean=m; run;
proc print data=chosen; run;
proc freq data=seen noprint; tables group / out=kept(keep=group percent); run;
proc contents data=kept short; run;
proc freq data=seen noprint; tables group / out=refused(keep=elsewhere where=(nothing > 1)); run;
