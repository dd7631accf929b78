/* source: STAT 4197/6197 course notes, Week 10, INTNX with %SYSFUNC (ProcJimi/curriculum, GitHub, 2019) */
%let arrete = 20170630;
%let date = %sysfunc(mdy(%substr(&arrete,5,2),%substr(&arrete,7,2),%substr(&arrete,1,4)));
%put &date;
%put %sysfunc(intnx(month, &date, -3, e), ddmmyy10.);
%put %sysfunc(putn('27jan2016'd, date9.)) %sysfunc(putn(0, date9.));
%put %sysfunc(putn(%sysfunc(inputn(04jul2016, date9.)), mmddyy10.));
/* log
21000
31/03/2017
27JAN2016 01JAN1960
07/04/2016
*/
