/* source: Numeric Comparison Considerations, SAS 9.4 Language Reference: Concepts (SAS Institute) */
data _null_;
  t = 1/3;
  if t = .33333 then put 'plain';
  if round(t, .00001) = .33333 then put 'rounded';
run;
/* log
rounded
*/
