/* source: 15.1 - One-to-One Reading, Example 15.1 (Penn State STAT 481) */
data pat; input ID Sex $ Age @@; datalines;
1157 F 33 2395 F 48 1098 M 39 4829 F 24 3456 M 30 5920 M 41 1493 F 42
;
data sc; input ID Height Weight @@; datalines;
1157 65 122 2395 64 130 1098 70 178 4829 67 142 3456 72 190 5920 71 188
;
data fat; set pat; set sc; run;
proc print data=fat noobs; run;
/* listing
ID  Sex Age Height Weight
1157  F   33  65     122
2395  F   48  64     130
1098  M   39  70     178
4829  F   24  67     142
3456  M   30  72     190
5920  M   41  71     188
*/
