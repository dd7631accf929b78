/* source: SAS function vname (renenyffenegger.ch, github about-SAS, functions/vname.sas) */
data _null_;
  foo = 'one'; bar = 'two'; baz = 'three';
  array ary(3) foo bar baz;
  name1 = vname(ary(1)); name3 = vname(ary(3)); own = vname(foo);
  put name1= name3= own=;
run;
/* log
name1=foo name3=baz own=foo
*/
