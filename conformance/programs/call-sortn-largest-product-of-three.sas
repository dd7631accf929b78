/* source: Max product of 3 integers in an array (StackOverflow; github.com/rogerjdeangelis) */
data want;
  input case $ x1-x4;
  array xs[*] x1-x4;
  call sortn(of xs[*]);
  maxmul = max(x1*x2*x3, x2*x3*x4, x1*x2*x4);
  put case x1-x4 maxmul;
  datalines;
posall 1 2 3 4
negone -1 2 3 4
negtwo -1 -2 3 4
negtre -1 -2 -3 4
negall -1 -2 -3 -4
posone -1 -2 3 -4
;
/* log
posall 1 2 3 4 24
negone -1 2 3 4 24
negtwo -2 -1 3 4 8
negtre -3 -2 -1 4 24
negall -4 -3 -2 -1 -6
posone -4 -2 -1 3 24
*/
