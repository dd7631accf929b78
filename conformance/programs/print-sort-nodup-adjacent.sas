/* source: Sorting nodup and nodupkey (easysas.blogspot.com, 2010) */
data a1;
  input k1 $ k2 $ more @@;
  datalines;
aa ab 3 aa ab 1 aa ab 2 aa ab 3
;
data a2;
  input k1 $ k2 $ more @@;
  datalines;
aa ab 3 aa ab 3 aa ab 2 aa ab 1
;
proc sort nodup data=a1; by k1 k2; run;
proc print data=a1; run;
proc sort nodup data=a2 out=b2; by k1 k2; run;
proc print data=b2; run;
proc sort nodupkey data=a2 out=c2; by k1 k2; run;
proc print data=c2; run;
/* listing
1 aa ab 3
2 aa ab 1
3 aa ab 2
4 aa ab 3
1 aa ab 3
2 aa ab 2
3 aa ab 1
1 aa ab 3
*/
