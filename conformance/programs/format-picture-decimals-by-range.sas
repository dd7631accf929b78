/* source: STAT 4197/6197 course notes, Week 3, Ex3_Picture_Statement, Part 3 (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  picture test (round) low-<0='09.99' (prefix='-') 0-<10='09.99' 10-<100='99.9' 100-999='999';
run;
data _null_;
  input x @@;
  put x test.;
  datalines;
7.219 0.303 -0.027 95.307
;
/* log
7.22
0.30
-0.03
95.3
*/
