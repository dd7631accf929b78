/* source: collapse_multrows_to_singlerow.sas, options A and B (Bob Heckel, github.com/bheckel/code, 2009) */
data sc; input idnum sat_math sat_verbal act_comp; datalines;
8188 560 . .
8188 . 540 .
8188 . . 12
8189 660 . .
8189 . 740 .
8189 . . 13
;
data ids; set sc(keep=idnum); by idnum; if first.idnum; run;
data one; update ids sc; by idnum; run;
proc print data=one; run;
data sc; update sc(obs=0) sc; by idnum; run;
proc print data=sc; run;
/* listing
1      8188       560        540        12
2      8189       660        740        13
1      8188       560        540        12
2      8189       660        740        13
*/
