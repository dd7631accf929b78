/* source: age.sas, intck.sas, intnx.sas, date_constant.sas, date_convert.sas (Bob Heckel, bheckel/code, GitHub) */
data _null_;
  dob = '31JAN11'd; event = '15JAN12'd;
  age = int((intck('MONTH', dob, event) - (day(dob) > day(event))) / 12);
  y0 = intck('YEAR', '01jan2000'd, '31dec2000'd);
  y1 = intck('YEAR', '01jan2000'd, '01jan2001'd);
  n = intck('day50', '01oct1998'd, '01jan1999'd);
  s = intnx('day50', '01oct98'd, 1);
  put age= y0= y1= n= s=;
run;
data _null_;
  input name $11. +1 birthdate date9.;
  put name= birthdate=;
  datalines;
A. Jones    1jan60
M. Rincon   05OCT1949
Z. Grandage 18mar1988
K. Kaminaka 29may1996
;
%put was %sysfunc(putn(1646267405, DATETIME14.));
%put num=%sysfunc(inputn(20151001, YYMMDD8.));
%put iso=%sysfunc(putn(%sysfunc(inputn(20151001, YYMMDD8.)), YYMMDD10.));
/* log
age=0 y0=0 y1=1 n=1 s=14200
name=A. Jones birthdate=0
name=M. Rincon birthdate=-3740
name=Z. Grandage birthdate=10304
name=K. Kaminaka birthdate=13298
was 02MAR12:00:30
num=20362
iso=2015-10-01
*/
