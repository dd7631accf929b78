/* source: How to use PICTURE FORMAT (SAS Communities, 2019) */
proc format;
  picture eur 0-high=' 000.9M' (prefix='EUR ' mult=.000001);
run;
data _null_;
  input amt @@;
  txt=put(amt,eur.);
  put amt 1-12 +1 txt;
  datalines;
1000000 10000000 100000000 1000000000
;
/* log
1000000 EUR 1M
10000000 EUR 1.0M
100000000 EUR 10.0M
1000000000 EUR 100.0M
*/
