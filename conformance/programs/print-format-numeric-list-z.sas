/* source: I Can Do That With PROC FORMAT (J. Bilenas, SAS Global Forum, 2008) */
data cards;
  input @1 id $char4. @5 age 2.;
  datalines;
A14X54
B16Y24
C24Q19
A33A66
;
proc print data=cards; run;
proc print data=cards; format _numeric_ z6.2; run;
/* listing
Obs id age
1 A14X 54
2 B16Y 24
3 C24Q 19
4 A33A 66
Obs id age
1 A14X 054.00
2 B16Y 024.00
3 C24Q 019.00
4 A33A 066.00
*/
