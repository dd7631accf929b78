/* source: Missing Values: When Reading Raw Data (SAS Language Reference: Concepts, Version 8, 1999) */
data fresh;
  input x @@;
  if x = 1 then y = 2;
  datalines;
4 1 3 1
;
run;
proc print data=fresh;
  var x y;
run;
/* listing
Obs x y
1 4 .
2 1 2
3 3 .
4 1 2
*/
