/* source: SAS function quote (renenyffenegger.ch, github about-SAS, quote.sas) */
data _null_;
  q1 = quote('foo"bar'); l1 = lengthc(q1);
  length q2 $ 42;
  q2 = quote("O'Brian"); l2 = lengthc(q2);
  put q1= l1= / q2= l2=;
run;
/* log
q1="foo""bar" l1=200
q2="O'Brian" l2=42
*/
