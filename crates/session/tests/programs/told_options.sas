/* Data set options about what is always so here, and what is not here. */
options nosyntaxcheck;
data a(type=corr label=' ' encoding=utf8 encrypt=no genmax=0 outrep=linux_x86_64 repempty=yes whereup=no role=fact);
  label x = 'Heading'; x = 1;
run;
proc contents data=a; run;
data b; set a; label x = ' '; run;
proc print data=b label; run;
data b(type=data) c(encoding=latin1); x = 1; run;
data c(encrypt=yes); x = 1; run;
data c(genmax=3); x = 1; run;
data c(pw=secret); x = 1; run;
data c; set a(encoding=any); run;
data c(type=muchtoolong); x = 1; run;
/* Statements about what is held between steps. */
sasfile work.a load;
sasfile work.a close;
lock work.a;
lock work.a clear;
catname work.all (work.one work.two);
/* Formats of appended data sets. */
data base; d = 1; format d date9.; run;
data more; d = 2; format d mmddyy10.; run;
proc append base=base data=more; run;
/* What a step opens is closed at its end. */
data _null_; id = open('a'); name = dsname(id); put id= name=; run;
data _null_; id = open('b'); put id=; rc = rename('more', 'renamed'); put rc=; rc = rename('nosuch', 'x'); put rc=; run;
%put %sysfunc(exist(renamed)) %sysfunc(exist(more));
data _null_; rc = filename('muchtoolong', '/tmp/x'); text = sysmsg(); put text=; run;
