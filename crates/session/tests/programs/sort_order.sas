/* The order of a data set is recorded in its file: by PROC SORT, and by SORTEDBY=. */
options nosyntaxcheck;
data a; input x y $; datalines;
3 c
1 b
2 a
1 a
;
proc sort data=a; by x descending y; run;
/* No row is read for these. */
proc sort data=a; by x descending y; run;
proc sort data=a; by x; run;
proc contents data=a; run;
%macro order(data);
  %local id;
  %let id = %sysfunc(open(&data));
  %put &data: %sysfunc(attrc(&id, sortedby)) / %sysfunc(attrc(&id, sortlvl)) / %sysfunc(attrc(&id, sortseq));
  %let id = %sysfunc(close(&id));
%mend;
%order(a)
/* Another order is none of these. */
proc sort data=a out=b; by x y; run;
proc sort data=b out=c; by x; run;
%order(b)
proc sort data=b force; by x; run;
%order(b)
proc sort data=b out=u nodupkey; by x; run;
proc sort data=u nodupkey; by x; run;
proc sort data=b nodupkey; by x; run;
/* Without a BY variable the rest of the order is unknown. */
proc sort data=a out=d(drop=x); by x y; run;
%order(d)
proc sort data=a out=e(drop=y rename=(x=z)); by x y; run;
%order(e)
proc sort data=a out=n(sortedby=_null_); by x; run;
%order(n)
/* What someone says is checked. */
data told(sortedby=x) wrong(sortedby=descending x) strange(sortedby=nosuch);
  x = 1; output; x = 2; output;
run;
data told(sortedby=x) wrong(sortedby=descending x keep=x);
  x = 1; output; x = 2; output;
run;
%order(told)
%order(wrong)
proc sort data=told; by x; run;
proc sort data=wrong; by descending x; run;
proc print data=wrong; run;
/* Rows that are added or changed end it, a copy keeps it. */
libname other "&sysparm";
proc copy in=work out=other; select wrong; run;
%order(other.wrong)
data more; x = 5; run;
proc append base=told data=more; run;
%order(told)
data wrong; modify wrong; x = -x; run;
%order(wrong)
proc contents data=a out=attributes noprint; run;
proc print data=attributes; var name sorted sortedby; run;
/* PRESORTED looks first. */
data s; do x = 1 to 3; output; end; run;
proc sort data=s presorted; by x; run;
proc sort data=s presorted; by descending x; run;
proc print data=s; run;
