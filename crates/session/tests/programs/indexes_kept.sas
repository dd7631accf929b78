/* Indexes are kept by APPEND and follow their data set; a new data set has none. */
data a;
  do id = 1 to 5; value = id * 10; output; end;
run;
data more;
  do id = 4 to 8; value = id * 100; output; end;
run;
proc datasets library=work nolist;
  modify a;
    index create id / unique;
    index create value;
quit;
proc append base=a data=more; run;
proc print data=a; run;
/* Rebuilding finds what is there. */
proc datasets library=work nolist;
  rebuild a;
  change a=b;
quit;
proc append base=b data=more; run;
data b; set b; run;
proc datasets library=work nolist;
  modify b;
    index delete id;
quit;
/* Sorting in place would remove indexes. */
proc datasets library=work nolist;
  modify more;
    index create id;
quit;
options nosyntaxcheck;
proc sort data=more; by descending id; run;
proc sort data=more out=sorted; by descending id; run;
proc sort data=more force; by descending id; run;
/* WORK goes with its indexes. */
proc datasets library=work nolist;
  modify more;
    index create id;
    index create both=(value id) / unique nomiss;
quit;
proc contents data=more; run;
/* What is created and deleted at once is not there. */
proc datasets library=work nolist;
  modify more;
    index create value;
    index delete value id;
    index create id;
quit;
/* Two names of one data set. */
libname one "&sysparm";
libname two "&sysparm";
data one.a; do x = 1 to 3; output; end; run;
data one.a two.a;
  modify one.a;
  if x = 1 then output two.a;
run;
data one.a; modify one.a; if x = 2 then remove; run;
proc print data=two.a; run;
/* A compressed data set is written anew with its indexes. */
data packed (compress=char);
  length note $ 60;
  do id = 1 to 5; note = 'short'; output; end;
run;
proc datasets library=work nolist;
  modify packed;
    index create id / unique;
quit;
data more;
  length note $ 60;
  do id = 5, 6, 6, 7; note = 'new'; output; end;
run;
proc append base=packed data=more; run;
proc contents data=packed; run;
proc print data=packed; run;
