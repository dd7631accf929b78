/* source: dateformat.iso8601.sas (Bob Heckel, bheckel/code, GitHub) */
data _null_;
  day = '26apr2012'd; clock = '10:45:28't; both = dhms(day, 0, 0, clock);
  put 'iso ' day is8601da. +1 clock is8601tm. +1 clock is8601tz.;
  put 'iso ' both is8601dn. +1 both is8601dt. +1 both is8601dz.;
run;
/* log
iso 2012-04-26 10:45:28 10:45:28+00:00
iso 2012-04-26 2012-04-26T10:45:28 2012-04-26T10:45:28+00:00
*/
