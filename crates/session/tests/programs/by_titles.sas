/* #BYVAL(name), #BYVALn, #BYVAR(name), #BYVARn and #BYLINE in TITLE and FOOTNOTE, with NOBYLINE and with BYLINE (SAS Global
   Statements: TITLE, "Inserting BY-Group Information into a Title"). */
data c;
  input g $ v w;
  label w = 'Width';
  datalines;
a 1 1
a 3 2
b 2 1
b 5 2
;
options nobyline;
title 'Group #byval(g) of #byvar1';
proc print data=c; by g; run;
title2 'Width #byval2, that is #byvar(w): #byline';
footnote 'End of #byval1 #byval(none)';
proc means data=c mean; by g w; var v; run;
title;
footnote;
proc freq data=c; by g; tables v; run;
title '#BYLINE';
proc univariate data=c; by g; var v; ods select moments; run;
ods select all;
proc corr data=c nosimple; by g; var v w; run;
proc tabulate data=c; by g; var v; table v*sum; run;
proc report data=c; by g; column v; run;
proc reg data=c; by g; model v = w; run; quit;
proc glm data=c; by g; model v = w; run; quit;

/* With BYLINE there are both; a step without BY has the text as it is. */
options byline;
proc print data=c; by g; run;
proc print data=c(obs=1); run;
