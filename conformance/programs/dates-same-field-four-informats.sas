/* source: STAT 4197/6197 course notes, Week 2, Ex37_Formmatted_Input_Formatted_put (ProcJimi/curriculum, GitHub, 2019) */
data four;
  input @1 d1 date9. +(-10) d2 date9. +(-10) d3 date9. +(-10) d4 date9.;
  format d1 date11. d2 date9. d3 yymmdd10. d4 comma7.;
  datalines;
29JAN2019
;
proc print data=four; var d:; run;
data _null_;
  day = '29JAN2019'd;
  put 'put ' (4*day) (date11. +1 date9. +1 yymmdd10. +1 comma7.);
run;
/* log
put 29-JAN-2019 29JAN2019 2019-01-29 21,578
*/
/* listing
Obs d1 d2 d3 d4
1 29-JAN-2019 29JAN2019 2019-01-29 21,578
*/
