/* source: Counting DO Loop Iterations, SAS Online Tutor Programming I (SAS Institute, 2002) */
data bank;
  amount = 2000;
  do yr = 1 to 20;
    gain = amount*.075;
    amount + gain;
    output;
  end;
run;
proc print data=bank noobs;
  format amount 8.2;
  where yr in (1 2 3 4 5 6 7 8 20);
run;
/* listing
amount yr gain
2150.00 1 150.000
2311.25 2 161.250
2484.59 3 173.344
2670.94 4 186.345
2871.26 5 200.320
3086.60 6 215.344
3318.10 7 231.495
3566.96 8 248.857
8495.70 20 592.723
*/
