/* source: SAS functions lbound and hbound (renenyffenegger.ch, github about-SAS) */
data _null_;
  array a{*} a1-a10;
  array b{10} b1-b10;
  array c{5:14} c1-c10;
  la = lbound(a); lb = lbound(b); lc = lbound(c);
  ha = hbound(a); hb = hbound(b); hc = hbound(c);
  put la= lb= lc= ha= hb= hc=;
run;
/* log
la=1 lb=1 lc=5 ha=10 hb=10 hc=14
*/
