/* source: seventeen values that look like 0.2, SAS 9.4M5 DECIMALCONV=COMPATIBLE (FreelanceReinh, SAS Communities) */
/* differs: 32.30 and E32. write 17 digits and tell the neighbours from it (BEST and 16.15 do not) */
data _null_;
  input s hex16.;
  same = put(s, best16.) = put(0.2, best16.) and put(s, best32.) = put(0.2, best32.)
     and put(s, 16.15) = put(0.2, 16.15) and put(s, 32.30) = put(0.2, 32.30) and put(s, e32.) = put(0.2, e32.);
  put s hex16. +2 same;
datalines;
3FC9999999999997
3FC9999999999998
3FC99999999999A9
3FC99999999999AA
;
/* log
3FC9999999999997  0
3FC9999999999998  1
3FC99999999999A9  1
3FC99999999999AA  0
*/
