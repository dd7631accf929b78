/* Transport files that are made: their data sets one after the other, and by PROC COPY; what they cannot hold. */
options nosyntaxcheck;
libname x xport "&sysparm/out.xpt";
data x.a (label='Of a test');
  length code $ 3 n 4;
  format d date9.;
  label x='A third of n';
  do n = 1 to 3;
    d = n * 1000; x = n / 3; code = byte(64 + n); output;
  end;
  n = .a; d = ._; x = .; code = ' '; output;
run;
data b c; do i = 1 to 2; t = repeat('b', i); output; end; run;
proc copy in=work out=x; select b c; run;
data x.b; set x.b; i = i + 10; run;
proc datasets library=x; quit;
data _null_; set x.a; put code= n= d= x= hex16.; run;
data _null_; set x.b; put i= t=; run;
data _null_; set x.c; put i= t=; run;

/* Version 8 has long names, labels and texts. */
libname y xportv8 "&sysparm/out8.xpt";
data y.a_long_name_of_a_data_set;
  length a_long_name $ 300;
  label a_long_name='A label that is longer than the forty bytes of version 5';
  a_long_name = repeat('x', 299);
run;
data _null_; set y.a_long_name_of_a_data_set; l = length(a_long_name); put l=; run;
/* Its observations are counted, so that blank ones at the end stay; and its formats have long names. */
proc format; value $a_long_format 'x' = 'an x'; run;
data y.blank; length a $ 4; label a='A label'; format a $a_long_format12.; a = 'x'; output; a = ' '; output; output; run;
data _null_; set y.blank end=last; if last then put _n_=; run;
proc contents data=y.blank; run;
data x.a_long_name; y = 1; run;
data x.d; a_long_name = 1; run;
data x.d x.e; y = 1; run;
proc append base=x.b data=c; run;
proc datasets library=x nolist; delete b; quit;
data x.d; y = 1e76; run;
libname z xport "&sysparm/out.xpt" access=readonly;
data z.d; y = 1; run;
libname z xport "&sysparm/out.xpt" cvpmultiplier=2;
data _null_; set z.b; l = vlength(t); put l=; run;
libname z xport "&sysparm/nowhere/out.xpt";

/* Two names of one file; and a file that is new is no folder. */
libname again xport "&sysparm/out.xpt";
options dlcreatedir;
libname new xportv8 "&sysparm/new8.xpt";
data new.a; x = 1; run;
