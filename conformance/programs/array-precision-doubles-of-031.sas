/* source: eight values that look like 0.31, SAS 9.4M5 DECIMALCONV=COMPATIBLE (FreelanceReinh, SAS Communities) */
/* differs: 32.30 and E32. write 17 digits and tell the neighbours from it (BEST and 16.15 do not) */
data _null_;
  input s hex16.;
  same = put(s, best16.) = put(0.31, best16.) and put(s, best32.) = put(0.31, best32.)
     and put(s, 16.15) = put(0.31, 16.15) and put(s, 32.30) = put(0.31, 32.30) and put(s, e32.) = put(0.31, e32.);
  put s hex16. +2 same;
datalines;
3FD3D70A3D70A3D6
3FD3D70A3D70A3D7
3FD3D70A3D70A3DF
3FD3D70A3D70A3E0
;
/* log
3FD3D70A3D70A3D6  0
3FD3D70A3D70A3D7  1
3FD3D70A3D70A3DF  1
3FD3D70A3D70A3E0  0
*/
