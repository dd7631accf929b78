/* source: STAT 4197/6197 course notes, Week 10, Ex3_P_Superq (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  call symputx('xmvar1', 'AT&T % of Employees Aged 25-49');
run;
%let xmvar2=%superq(xmvar1);
%put &=xmvar2;
/* log
XMVAR2=AT&T % of Employees Aged 25-49
*/
