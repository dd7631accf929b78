/* source: Constructing DO Loops, SAS Online Tutor Programming I (SAS Institute, 2002) */
data bank;
  amount = 2000;
  do yr = 1 to 20;
    gain = amount*.075;
    amount + gain;
  end;
run;
proc print data=bank noobs;
  format amount 8.2;
run;
/* listing
amount yr gain
8495.70 21 592.723
*/
