/* source: STAT 4197/6197 course notes, Week 4, Ex21_Arrays3 (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input city $10. t1-t4;
  array over t1-t4; array mm a1-a4;
  do over over; mm = round(over / 0.03937007874, .1); end;
  array inch{*} t1-t4; array way{4} b1-b4;
  do i = 1 to dim(inch); way{i} = round(inch{i} / 0.03937007874, .1); end;
  put city a1-a4 / city b1-b4;
  datalines;
Sacramento 3.73 2.87 2.57 1.16
Miami      2.01 2.08 2.39 2.85
;
/* log
Sacramento 94.7 72.9 65.3 29.5
Sacramento 94.7 72.9 65.3 29.5
Miami 51.1 52.8 60.7 72.4
Miami 51.1 52.8 60.7 72.4
*/
