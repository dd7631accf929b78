/* source: STAT 4197/6197 course notes, Week 2, Ex6_Formated_Input_Dates (ProcJimi/curriculum, GitHub, 2019) */
data six;
  input @1 d1 date11. +1 d2 ddmmyy6. +1 d3 mmddyy10. +1 d4 yymmdd8. +1 d5 ddmmyy10. +1 d6 mmddyy8. @1 text $11.;
  n = input(text, anydtdte11.);
  format d: mmddyy10. n date9.;
  datalines;
14/JAN/2015 140115 01-14-2015 15 01 14 14.01.2015 01/14/15
;
options linesize=160;
proc print data=six;
  format d1 date9. d2 worddate. d3 worddatx. d4 weekdate. d5 monyy. d6 downame. n mmddyy10.;
run;
/* listing
Obs d1 d2 d3 d4 d5 d6 text n
1 14JAN2015 January 14, 2015 14 January 2015 Wednesday, January 14, 2015 JAN15 Wednesday 14/JAN/2015 01/14/2015
*/
