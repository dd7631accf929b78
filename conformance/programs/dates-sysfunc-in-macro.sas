/* source: STAT 4197/6197 course notes, Week 10, Sysfunc notes (ProcJimi/curriculum, GitHub, 2019) */
%let closing = 20170630;
%let number = %sysfunc(mdy(%substr(&closing,5,2),%substr(&closing,7,2),%substr(&closing,1,4)));
%put number=&number;
%put back=%sysfunc(intnx(month, &number, - 3 ,e), ddmmyy10.);
%let a = %sysfunc(putn('27jan2016'd, date9.));
%let b = %sysfunc(putn(0, date9.));
%let c = %sysfunc(putn(%sysfunc(inputn(04jul2016, date9.)), mmddyy10.));
%put &=a &=b &=c;
proc format;
  value sign low-<0 = 'Less Than Zero' 0 = 'Equal To Zero' 0<-high = 'Greater Than Zero' other = 'Missing';
run;
%macro say(n);
  %put it: &n is %sysfunc(putn(&n, sign.));
%mend;
%say(1.02)
%say(.)
%say(-.38)
/* log
number=21000
back=31/03/2017
A=27JAN2016 B=01JAN1960 C=07/04/2016
it: 1.02 is Greater Than Zero
it: . is Missing
it: -.38 is Less Than Zero
*/
