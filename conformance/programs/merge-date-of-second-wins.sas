/* source: 16.2 - How SAS Match-Merges, Example 16.6 (Penn State STAT 481) */
data d; input subj gender $ age v_date :mmddyy8.; format v_date mmddyy8.; datalines;
1000 M 42 03/10/96
1001 M 20 02/19/96
1002 F 53 02/01/96
1003 F 40 12/31/95
1004 M 29 01/10/97
;
data s; input subj disease $ test $ v_date :mmddyy8.; format v_date mmddyy8.; datalines;
1000 Y Y 03/17/96
1001 N Y 03/01/96
1002 N N 02/18/96
1003 Y Y 01/15/96
1004 N N 02/01/97
;
data p; merge d s; by subj; run;
proc print data=p noobs; run;
/* listing
subj gender age v_date disease test
1000 M 42 03/17/96 Y Y
1001 M 20 03/01/96 N Y
1002 F 53 02/18/96 N N
1003 F 40 01/15/96 Y Y
1004 M 29 02/01/97 N N
*/
