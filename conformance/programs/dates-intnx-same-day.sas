/* source: Problem Note 16184, INTNX with SAMEDAY alignment; INTNX function (support.sas.com) */
data _null_;
  new = intnx('month12', '01mar1999'd, 1, 'SAMEDAY');
  put new= date9.;
  a = intnx('month', '15mar2000'd, 5, 'same');
  b = intnx('year', '29feb2000'd, 2, 'same');
  c = intnx('month', '31aug2001'd, 1, 'same');
  put a= date9. b= date9. c= date9.;
run;
/* log
new=01MAR2000
a=15AUG2000 b=28FEB2002 c=30SEP2001
*/
