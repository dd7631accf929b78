/* PROC CONTENTS OUT=: what is known of variables, as a data set with its own options. */
data parts(label='What there is');
  length code $ 5 price 4;
  label price='In euros';
  format price comma8.2 day date9.;
  informat day yymmdd10. code $upcase5.;
  do day = 1 to 3;
    code = 'a';
    price = day;
    output;
  end;
run;

proc contents data=parts out=about noprint;
run;
proc contents data=about varnum;
run;

proc contents data=parts short out=some(keep=name type length varnum format: informat npos nobs where=(type = 1));
run;
proc print data=some;
run;

proc contents data=_all_ noprint out=all(keep=memname name rename=(memname=member));
run;
data _null_;
  set all;
  by member;
  if first.member then count = 0;
  count + 1;
  if last.member then put member= count=;
run;

proc contents data=parts out=nowhere.bad noprint;
run;
