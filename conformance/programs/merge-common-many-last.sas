/* source: Merging, question by shynu (SAS Communities, Base SAS Programming) */
data one; input m p c @@; datalines;
102 103 104 103 104 105 104 105 106
;
data many; input m p c @@; datalines;
102 113 114 102 103 104 102 124 134 103 114 115 103 104 105 103 124 135
104 115 116 104 105 106 104 125 136
;
data both; merge one many; by m; run;
proc print data=both; run;
/* listing
Obs    m     p     c
1      102   113   114
2      102   103   104
3      102   124   134
4      103   114   115
5      103   104   105
6      103   124   135
7      104   115   116
8      104   105   106
9      104   125   136
*/
