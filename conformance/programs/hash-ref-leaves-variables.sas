/* source: REF Method, SAS 9.4 Component Objects: Reference (one call for CHECK and ADD) */
data _null_;
  length k 8 v $3;
  declare hash h();
  h.definekey('k');
  h.definedata('v');
  h.definedone();
  do v = 'abc', 'xyz';
    k = 1;
    rc = h.ref();
    put rc= k= v=;
  end;
  n = h.num_items;
  rc = h.find();
  put n= v=;
run;
/* log
rc=0 k=1 v=abc
rc=0 k=1 v=xyz
n=1 v=abc
*/
