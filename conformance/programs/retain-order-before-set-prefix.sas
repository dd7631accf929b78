/* source: Week10_Percent_do.ipynb, Ex22_Percent_DoLoop_Macro (ProcJimi, github.com/ProcJimi/curriculum) */
%macro years(first=, last=);
  %local yr;
  %do yr = &first %to &last;
    data part_20%sysfunc(putn(&yr, z2.));
      exp = 20%sysfunc(putn(&yr, z2.)) / 4;
      year = 20%sysfunc(putn(&yr, z2.));
    run;
  %end;
%mend years;
%years(first=08, last=15)
data every;
  retain year;
  set Part:;
run;
proc print data=every noobs;
run;
/* listing
2008 502.00
2009 502.25
2010 502.50
2011 502.75
2012 503.00
2013 503.25
2014 503.50
2015 503.75
*/
