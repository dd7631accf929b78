/* source: STAT 4197/6197 course notes, Week 10, COUNTW with %SYSFUNC (ProcJimi/curriculum, GitHub, 2019) */
/* differs: a comma where %SYSFUNC has the format is an error */
%let yvars="age", "sex";
%put %sysfunc(countw(%quote(&yvars)),%str(,));
/* log
2
*/
