/* source: CALL PRXNEXT Routine, SAS 9.3 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  re = prxparse('/[crb]at/');
  line = 'The woods have a bat, cat, bat, and a rat!';
  from = 1;
  to = length(line);
  call prxnext(re, from, to, line, position, length);
  do while (position > 0);
    found = substr(line, position, length);
    put found= position= length=;
    call prxnext(re, from, to, line, position, length);
  end;
run;
/* log
found=bat position=18 length=3
found=cat position=23 length=3
found=bat position=28 length=3
found=rat position=39 length=3
*/
