/* source: SAS 9.4 Macro Language: Reference, SYSNOBS Automatic Macro Variable; 19 observations of SASHELP.CLASS */
data one; set sashelp.class; run;
%put &sysnobs;
data two; set one(obs=4); run;
%put &sysnobs;
/* log
19
4
*/
