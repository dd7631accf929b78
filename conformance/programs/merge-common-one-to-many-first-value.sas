/* source: Merging, question by shynu (SAS Communities, Base SAS Programming) */
data many; input m p c @@; datalines;
102 113 114 102 124 134 103 114 115 103 124 135 104 115 116 104 125 136
;
data one; input m p c @@; datalines;
102 103 104 103 104 105 104 105 106
;
data both; merge many one; by m; run;
proc print data=both; run;
/* listing
Obs    m     p     c
1      102   103   104
2      102   124   134
3      103   104   105
4      103   124   135
5      104   105   106
6      104   125   136
*/
