/* source: sas/double_proc_transpose.sas (Bob Heckel, github.com/bheckel/code) */
data t;
  input subject visit ldl hdl;
  datalines;
1 1 115 33
1 2 112 43
2 1 136 51
2 2 121 50
3 1 99 57
3 2 100 59
;
proc transpose data=t out=long; by subject visit; var ldl hdl; run;
proc print data=long; run;
proc transpose data=long out=wide; by subject; var col1; id _name_ visit; run;
proc print data=wide; run;
/* listing
Obs subject visit _NAME_ COL1
1 1 1 ldl 115
2 1 1 hdl 33
3 1 2 ldl 112
4 1 2 hdl 43
5 2 1 ldl 136
6 2 1 hdl 51
12 3 2 hdl 59
Obs subject _NAME_ ldl1 hdl1 ldl2 hdl2
1 1 COL1 115 33 112 43
2 2 COL1 136 51 121 50
3 3 COL1 99 57 100 59
*/
