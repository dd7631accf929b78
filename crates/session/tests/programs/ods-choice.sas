* Which tables are shown: SELECT, EXCLUDE, TRACE, PROCTITLE;
data one; input sex $ x y; datalines;
f 1 2
f 2 3
m 3 5
m 4 4
;
run;
title 'Only the statistics';
ods select SimpleStats;
proc corr data=one; var x y; run;
title 'All';
proc corr data=one; var x y; run;
title 'Not the statistics';
ods exclude SimpleStats VarInformation;
proc corr data=one; var x y; run;
title 'The mean alone, twice';
ods select Summary(persist);
proc means data=one mean; var x; run;
proc freq data=one; tables sex; run;
proc means data=one mean; by sex; var y; run;
title 'None';
ods select none;
proc means data=one mean; var x; run;
ods output Summary=kept;
proc means data=one mean; var x; run;
ods select all;
title 'What was kept';
proc print data=kept; run;
title;
ods noproctitle;
proc means data=one mean; var x; run;
ods proctitle;
ods graphics on;
ods graphics / width=4in;
ods graphics off;
ods noresults;
ods trace on;
proc freq data=one; tables sex sex*x / norow nocol nopercent; run;
ods trace off;
ods listing close;
proc means data=one mean; var x; run;
ods listing;
ods exclude all;
proc print data=one; run;
ods exclude none;
proc print data=one; run;
