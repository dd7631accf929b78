/* source: SAS 9.4 Functions and CALL Routines: Reference, PRXPOSN Function, minutes and seconds */
data _null_;
  if _n_ = 1 then re = prxparse('/(\d+):(\d\d)(?:\.(\d+))?/');
  retain re;
  array match[3] $ 8;
  input minsec $80.;
  if prxmatch(re, minsec) then do;
    do i = 1 to prxparen(re);
      match[i] = prxposn(re, i, minsec);
    end;
    put match[1] 'minutes, ' match[2] 'seconds' @;
    if not missing(match[3]) then put ', ' match[3] 'milliseconds';
    else put;
  end;
  datalines;
14:56.456
45:32
;
/* log
14 minutes, 56 seconds, 456 milliseconds
45 minutes, 32 seconds
*/
