/* source: Stat 480, 8.6 Input Reached Past the End of the Line (Penn State, online.stat.psu.edu) */
data trees;
  input treeID circ_in hght_ft crown_ft;
datalines;
101 222 105 112
102 149 138
103 258  80  70
104 187  91
105 210  99  74
106 229 127 104
;
/* log
NOTE: SAS went to a new line when INPUT statement reached past the end of a line.
NOTE: The data set WORK.TREES has 4 observations and 4 variables.
*/
