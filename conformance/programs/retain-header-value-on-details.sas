/* source: sas/input_hierarch.sas, hierarchical file (Bob Heckel, github.com/bheckel/code) */
data details;
  retain idnum;
  input type $1. @;
  if type = 'H' then input @3 idnum $4.;
  if type eq 'D';
  input @3 date mmddyy6. +1 chol 5.;
  drop type;
  datalines;
H 1891
D 010891 172.53
D 011791 181.93
H 1101
D 030991 183.63
D 051991 179.63
D 052879 164.33
;
run;
proc print data=details;
  format date yymmdd6.;
run;
/* listing
Obs idnum date chol
1 1891 910108 172.5
2 1891 910117 181.9
3 1101 910309 183.6
4 1101 910519 179.6
5 1101 790528 164.3
*/
