/* source: PUT statement with columns, files decimal-point.sas, format-not-applied.sas, formatted/basic.sas, set-length-of-character-variables.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  v = 12.3456;
  put 'p' v 2-8;
  put 'p' v 2-8 .4;
  put 'p' v 2-8 .2;
  format d ddmmyy10.;
  n = 42; d = 4242;
  put 'p ' n 3-10 d 13-23;
  t = 4242;
  put t= time10.;
  length a $1 b $2 c $3;
  a = 'foo'; b = 'bar'; c = 'baz';
  put a= b= c=;
run;
/* log
p 12
p12.3456
p 12.35
p 42 4242
t=1:10:42
a=f b=ba c=baz
*/
