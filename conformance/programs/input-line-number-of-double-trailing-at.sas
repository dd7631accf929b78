/* source: Identifying the record when using double trailing @@ (SAS-L; github.com/rogerjdeangelis) */
data want;
  length prior now $ 80;
  retain prior;
  infile datalines;
  input id pay @@;
  now = _infile_;
  if now ne prior then line + 1;
  prior = now;
  keep line id pay;
  datalines;
1 2000 2 2345
4 2880 3 2385 2 7555 1 3790
7 4532
;
proc print data=want noobs; var line id pay; run;
/* listing
1 1 2000
1 2 2345
2 4 2880
2 3 2385
2 2 7555
2 1 3790
3 7 4532
*/
