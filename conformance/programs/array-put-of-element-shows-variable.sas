/* source: arrays, basics.sas (renenyffenegger.ch, github about-SAS, statements/array) */
data _null_;
  array ary[3] foo bar baz;
  foo = 42; bar = 999; baz = 7;
  do i = 1 to dim(ary);
    ary[i] = ary[i] + i;
    put ary[i]=;
  end;
run;
/* log
foo=43
bar=1001
baz=10
*/
