/* The steps of "How to Increase I/O Throughput with SAS for Windows' SGIO Feature", table 1: 127 numeric variables.
   MEGABYTES is the size of the data, or several sizes with blanks between them, one after the other. OTHER is the folder
   of the copy, and with SQL=0 the step of PROC SQL is left out. */
%macro steps(megabytes);
  %let rows = %sysevalf(&megabytes * 1000000 / 1016, ceil);

  libname other "&other";

  data written;
    array v{127};
    do row = 1 to &rows;
      do i = 1 to 127;
        v{i} = ranuni(1);
      end;
      output;
    end;
    drop row i;
  run;

  data other.copied;
    set written;
  run;

  proc means data=written n mean std min max noprint;
    output out=described;
  run;

  proc sort data=written out=sorted;
    by v1 v2;
  run;

  %if &sql %then %do;
    proc sql noprint;
      select sum(v1) %do i = 2 %to 127; , sum(v&i) %end; into :total from written;
    quit;
  %end;

  proc datasets library=other nolist;
    delete copied;
  quit;
%mend;

%macro all;
  %local k;
  %let k = 1;
  %do %while (%scan(&megabytes, &k) ne );
    %if &k > 1 %then %do;
      proc datasets library=work nolist;
        delete written described sorted;
      quit;
    %end;
    %steps(%scan(&megabytes, &k))
    %let k = %eval(&k + 1);
  %end;
%mend;
%all
