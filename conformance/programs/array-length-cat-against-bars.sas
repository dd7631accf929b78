/* source: CAT, CATT Functions, Length of Returned Variable, SAS 9.2 Language Reference: Dictionary (SAS Institute) */
data _null_;
  length p $ 5 q $ 7;
  p = 'a'; q = 'b';
  c = cat(p, q);
  b = p || q;
  lc = vlength(c); lb = vlength(b);
  put lc= lb=;
run;
/* log
lc=200 lb=12
*/
