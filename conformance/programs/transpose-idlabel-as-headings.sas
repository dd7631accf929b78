/* source: SAS 9.2 Base Procedures Guide, The TRANSPOSE Procedure, Example 3: Labeling Transposed Variables */
/* differs: a table of two parts, since the label of the names is not split over lines */
data score;
  input student $9. +1 studentid $ section $ test1 test2 final;
  datalines;
Capalleti 0545 1  94 91 87
Dubose    1252 2  51 65 91
Engles    1167 1  95 97 97
Grant     1230 2  63 75 80
Krupski   2527 2  80 76 71
Lundsford 4860 1  92 40 86
McBane    0674 1  75 78 72
;

proc transpose data=score out=turned name=Test prefix=sn;
  id studentid;
  idlabel student;
run;
proc print data=turned label noobs;
run;
/* listing
test1 94 51 95 63 80 92 75
test2 91 65 97 75 76 40 78
final 87 91 97 80 71 86 72
*/
