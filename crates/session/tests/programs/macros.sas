/* Text that macros make, and values that steps hand on. */
%let top = 3;
%let library = work;

%macro tables(count, prefix=t);
  %do i = 1 %to &count;
    data &library..&prefix&i;
      do k = 1 to &i;
        output;
      end;
    run;
  %end;
%mend tables;

%tables(&top)

data _null_;
  set t3 end=last;
  if last then call symputx('rows', _n_);
run;

%put The last table has &rows rows, and %eval(&rows * 2) would be twice as many.;

%macro choose(name);
  %if %upcase(&name) = YES %then %put chosen;
  %else %do;
    %put not chosen: &name;
  %end;
%mend;
%choose(yes)
%choose(no)

title "Table &&library..&top of &top";
proc print data=t&top;
run;
title;
