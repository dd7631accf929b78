/* source: SAS Communities, example of numeric precision, log with HEX16 (user 13770) */
data _null_;
  m = 1;
  n = 1/10;
  do c = 1 to 9;
    m + 1;
    n + 1/10;
  end;
  m = m/10;
  put m hex16.;
  put n hex16.;
run;
/* log
3FF0000000000000
3FEFFFFFFFFFFFFF
*/
