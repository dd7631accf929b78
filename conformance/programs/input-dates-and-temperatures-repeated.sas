/* source: sas/input_linehold_trailing_atsign.sas (Bob Heckel, github.com/bheckel/code) */
options yearcutoff=1926;
data temps;
  input mydt :date. hitemp @@;
  datalines;
01APR90 67 03APR90 70 31DEC09 01
05APR90 88 09APR90 89 29DEC09 02
01JUN10 90 09APR90 99 30DEC09 03
;
proc print data=temps; run;
/* listing
Obs mydt hitemp
1 11048 67
2 11050 70
3 18262 1
4 11052 88
5 11056 89
6 18260 2
7 18414 90
8 11056 99
9 18261 3
*/
