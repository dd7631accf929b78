/* Files of a folder by its reference, and options of titles. */
filename data '.';
title j=left color=blue 'Files of ' bold 'a folder';
data _null_; file data(made); put '1 2' / '3 4'; run;
data a; infile data(made); input x y; run;
data b; infile data('made.dat') obs=1; input x y; run;
data c; set a b; run;
proc print data=c; run;
data _null_; infile data(absent); input x; run;
