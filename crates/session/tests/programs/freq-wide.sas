* More variables than one table may have, each set of them counted by itself;
data wide;
  array v{34};
  do row = 1 to 12;
    do i = 1 to 34; v{i} = mod(int(row * (i + 2) / 7), 3); end;
    output;
  end;
  drop i row;
run;
title 'Every variable has a table of its own';
proc freq data=wide;
run;
title 'Tables that share variables';
data claims;
  input region $ sex $ year paid;
  datalines;
north F 2001 10
north M 2002 20
north . 2001 5
south F . 15
south M 2002 .
south F 2001 30
. M 2002 25
south M 2001 10
;
run;
proc freq data=claims;
  tables region sex region*sex sex*region year*sex / norow nocol;
  tables (region sex)*year / list missing out=counts outpct;
run;
proc print data=counts;
run;
title 'Groups and weights, each table in its own order';
proc sort data=claims out=sorted;
  by region;
run;
proc freq data=sorted order=freq;
  by region;
  weight paid;
  tables sex year sex*year / nopercent norow nocol;
run;
title 'As data sets';
ods output OneWayFreqs=levels;
proc freq data=claims order=data;
  tables sex region sex / nocum out=last;
run;
proc print data=levels;
run;
proc print data=last;
run;
title 'Nothing is listed';
proc freq data=wide noprint;
  tables v1-v34 / out=of_last;
  tables v1*v34 v34*v1 / out=crossed sparse;
run;
proc print data=of_last;
run;
proc print data=crossed;
run;
* A table may not have as many;
proc freq data=wide;
  tables v1*v2*v3*v4*v5*v6*v7*v8*v9*v10*v11*v12*v13*v14*v15*v16*v17*v18*v19*v20*v21*v22*v23*v24*v25*v26*v27*v28*v29*v30*v31*v32*v33 / list;
run;
