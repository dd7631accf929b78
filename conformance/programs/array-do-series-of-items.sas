/* source: Decrementing DO Loops, Specifying a Series of Items, SAS Online Tutor Programming I (SAS Institute, 2002) */
data _null_;
  win = 4; place = 8; show = 6;
  do i = 5 to 1 by -1; put i @; end; put;
  do i = 2,5,9,13,27; put i @; end; put;
  do d = 'MON','TUE','WED','THR','FRI'; put d @; end; put;
  do i = win,place,show; put i @; end; put;
run;
/* log
5 4 3 2 1
2 5 9 13 27
MON TUE WED THR FRI
4 8 6
*/
