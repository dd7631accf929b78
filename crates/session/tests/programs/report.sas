/* Reports of groups, of observations, and what COMPUTE blocks and breaks make of them. */
data sales;
  length sector $9 manager $7 department $8;
  input sector manager department sales units;
  label sector='Sector' manager='Manager' sales='Amount/Sold';
  format sales dollar9.2;
datalines;
Northeast Alomar  Canned 420 12
Northeast Alomar  Dairy  198.5 5
Northeast Andrews Canned 260 8
Northeast Andrews Meat   420.25 3
Southeast Jones   Dairy  80 9
Southeast Jones   Meat   300 .
Southeast Smith   Canned 120 2
Northwest Brown   Meat   . 4
Northwest Brown   Canned 600 6
;
run;

title 'Groups';
proc report data=sales nowd headline headskip;
  column sector manager sales units;
  define sector / group;
  define manager / group 'Manager/in Charge' width=8;
  define sales / analysis sum;
  define units / analysis mean 'Mean' 'Units' format=8.2;
  break after sector / ol summarize suppress skip;
  rbreak after / dol summarize dul;
run;

title 'Headings, aliases and statistics';
proc report data=sales nowd headline split='*' spacing=3;
  column sector ('-Sales-' sales,(sum mean) sales=most) n;
  define sector / group order=data;
  define most / max 'Most*Sold' format=8.;
  define n / 'How many' width=4;
run;

title 'Across';
proc report data=sales nowd headline;
  column sector department,(sales units) n;
  define sector / group descending;
  define department / across '-Department-';
  define sales / 'Sold' format=7.;
  define units / 'Units' width=5;
  rbreak after / summarize ol;
  compute after;
    sector = 'All';
  endcomp;
run;

title 'Across alone';
proc report data=sales nowd;
  column sector department total;
  define sector / group;
  define department / across;
  define total / computed 'Canned and/Dairy' width=10;
  compute total;
    total = sum(_c2_, _c3_);
  endcomp;
run;

title 'Observations in order';
proc report data=sales nowd headline;
  column manager sector department sales price verdict;
  define sector / order noprint;
  define manager / order descending;
  define department / display center width=12;
  define price / computed format=8.2 'Price';
  define verdict / computed width=8;
  define sales / analysis;
  compute price;
    price = sales.sum / 2;
  endcomp;
  compute verdict / character length=10;
    if _break_ = 'manager' then verdict = 'Total';
    else if sales.sum > 250 then verdict = 'good';
    else do;
      verdict = 'poor';
    end;
  endcomp;
  break after manager / summarize ul skip;
  compute after;
    line ' ';
    line 'All sectors sold ' sales.sum dollar10.2 ', that is ' n 3. ' sales';
    n = 9;
  endcomp;
run;

title 'Texts that flow, as they come';
proc report data=sales nowd nocenter noheader;
  column department sector units;
  define department / display width=4;
  define sector / display flow width=5;
  define units / display;
run;

title 'One row';
proc report data=sales nowd;
  column sales units;
run;

title 'What is in OUT=';
proc sort data=sales; by sector; run;
proc report data=sales nowd out=made center ls=60;
  by sector;
  column manager sales rate;
  define manager / group;
  define rate / computed format=6.1;
  compute rate;
    rate = sales.sum / 100;
  endcomp;
  compute before manager;
    line @3 'Of ' manager $7.;
  endcomp;
  rbreak after / summarize;
run;
title;
proc print data=made; run;
proc contents data=made varnum; run;

title 'As a data set';
ods output Report=shown;
proc report data=sales nowd;
  column sector department,sales n;
  define sector / group;
  define department / across;
  define sales / format=8.2;
  rbreak after / summarize;
run;
title;
proc print data=shown; run;

title 'The rarest first, and the most frequent';
proc report data=sales nofs;
  column department n;
  define department / group order=freq;
run;

proc report data=sales nowd;
  column department sales;
  define department / order order=freq descending;
  compute after / style=[just=left];
    line 'as often as others';
  endcomp;
run;
