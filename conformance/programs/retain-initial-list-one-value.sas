/* source: RETAIN, Examples: initial values (SAS Language Reference Version 7, okstate.edu) */
data _null_;
  retain month1-month5 (1);
  put month1= month2= month3= month4= month5=;
run;
/* log
month1=1 month2=. month3=. month4=. month5=.
*/
