/* source: SAS function lengthc (renenyffenegger.ch, github about-SAS, lengthc.sas) */
data _null_;
  format one $42.;
  two = 'foo bar baz';
  a = length(one); b = lengthc(one); c = length(two); d = lengthc(two);
  two = 'xyz';
  e = length(two); f = lengthc(two);
  put a= b= c= d= e= f=;
run;
/* log
a=1 b=42 c=11 d=11 e=3 f=11
*/
