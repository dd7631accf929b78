/* What a procedure that is only checked would make has variables that nobody knows, and no errors come from that. */
data a; y = 1; t = 'x'; run;
data b; set nowhere.c; run;
proc transpose data=a out=turned; var y; run;
data c; set turned; if col1 in ('a') then s = sum(of q:); run;
proc print data=c; var nosuch; run;
data d; set a; z = y + 1; run;
proc print data=d; var nosuch; run;
