/* source: Collapse column values by removing missing values (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input v1 v2 v3;
  datalines;
1 . .
. 2 2
3 . 3
. . 4
. . 5
;
data want;
  merge have(keep=v1 where=(v1 ne .)) have(keep=v2 where=(v2 ne .)) have(keep=v3 where=(v3 ne .));
run;
proc print data=want noobs; run;
/* listing
1 2 2
3 . 3
. . 4
. . 5
*/
