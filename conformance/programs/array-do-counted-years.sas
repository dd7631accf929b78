/* source: Counting DO Loop Iterations, SAS Online Tutor Programming I (SAS Institute, 2002) */
data bank (drop=yr);
  amount = 2000;
  do yr = 1 to 20;
    gain = amount*.075;
    amount + gain;
    times + 1;
  end;
run;
proc print data=bank noobs;
  format amount 8.2;
run;
/* listing
amount gain times
8495.70 592.723 20
*/
