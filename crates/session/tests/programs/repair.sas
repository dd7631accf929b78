/* REPAIR of data sets that are not damaged, and of one that is not there. */
data a; do x = 1 to 3; output; end; run;
proc datasets library=work nolist;
  repair a;
quit;
options dldmgaction=repair;
proc print data=a(dldmgaction=fail); run;
proc datasets library=work nolist;
  repair none;
quit;
