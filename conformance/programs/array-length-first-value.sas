/* source: SAS Certification Prep Guide: the length of TestLength (SAS Institute, O'Reilly) */
data tests;
  input t;
  if t < 10 then kind = 'Norm';
  else kind = 'Short';
  len = vlength(kind);
datalines;
5
15
;
data _null_; set tests; put kind= len=; run;
/* log
kind=Norm len=4
kind=Shor len=4
*/
