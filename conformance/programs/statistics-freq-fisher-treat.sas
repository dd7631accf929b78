/* source: Fisher exact test of severe data, tables treat*outcome (tj211.com forum thread 2744, after Stokes, Davis and Koch) */
data arms;
  length treat $ 7;
  do treat='Test', 'Control';
    do outcome='f', 'u';
      input n @@;
      output;
    end;
  end;
  datalines;
10 2 2 4
;
run;
proc freq data=arms order=data;
  tables treat*outcome / nocol chisq;
  weight n;
run;
/* listing
Cell (1,1) Frequency (F) 10
Left-sided Pr <= F 0.9961
Right-sided Pr >= F 0.0573
Table Probability (P) 0.0533
Two-sided Pr <= P 0.1070
*/
