/* source: DATA Statement (SAS 9.4 DATA Step Statements: Reference), PGM= with DESCRIBE and EXECUTE; the notes in its logs */
data totals / pgm=keeptot;
  total = 0;
  do i = 1 to 4;
    total + i;
  end;
  drop i;
  put total=;
run;
data pgm=keeptot;
  describe;
  execute;
run;
proc print data=totals noobs;
run;
/* log
NOTE: DATA STEP program saved on file WORK.KEEPTOT.
NOTE: DATA step stored program WORK.KEEPTOT is defined as:
data totals / pgm=keeptot;
NOTE: DATA STEP program loaded from file WORK.KEEPTOT.
total=10
NOTE: The data set WORK.TOTALS has 1 observations and 1 variables.
*/
/* listing
total
10
*/
