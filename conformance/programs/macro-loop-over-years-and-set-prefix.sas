/* source: STAT 4197/6197 course notes, Week 10, Ex22_Percent_DoLoop_Macro (ProcJimi/curriculum, GitHub, 2019) */
%macro runit(first=, last=);
  %local yr;
  %do yr=&first %to &last;
    data have_20%sysfunc(putn(&yr,z2.));
      exp = 20%sysfunc(putn(&yr,z2.)) / 4;
      year = 20%sysfunc(putn(&yr,z2.));
    run;
  %end;
%mend;
%runit(first=08, last=12)
data all;
  retain year;
  set have:;
run;
proc print data=all noobs; run;
/* listing
2008 502.00
2009 502.25
2010 502.50
2011 502.75
2012 503.00
*/
