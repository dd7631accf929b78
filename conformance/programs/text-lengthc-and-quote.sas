/* source: SAS functions lengthc, quote, repeat, missing, files lengthc.sas, quote.sas, repeat.sas, missing.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  format v1 $42.;
  v2 = 'foo bar baz';
  l1 = length(v1); c1 = lengthc(v1);
  l2 = length(v2); c2 = lengthc(v2);
  put l1= c1= l2= c2=;
  v2 = 'xyz';
  l2 = length(v2); c2 = lengthc(v2);
  put l2= c2=;
  q1 = quote('foo"bar');
  m1 = lengthc(q1);
  put q1= / m1=;
  length q2 $42;
  q2 = quote("O'Brian");
  m2 = lengthc(q2);
  put q2= / m2=;
  r0 = repeat('abc', 0); r1 = repeat('def', 1); r2 = repeat('ghi', 2);
  put r0 / r1 / r2;
run;
/* log
l1=1 c1=42 l2=11 c2=11
l2=3 c2=11
q1="foo""bar"
m1=200
q2="O'Brian"
m2=42
abc
defdef
ghighighi
*/
