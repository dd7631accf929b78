/* source: arrays of _NUMERIC_, _CHARACTER_ and a prefix (renenyffenegger.ch, github about-SAS, statements/array) */
data _null_;
  var_foo = 42; var_bar = 999; var_baz = 17;
  chr1 = 'foo'; chr2 = 'bar';
  array n{*} _numeric_;
  array c{*} _character_;
  array v{*} var_:;
  do i = 1 to dim(n); put 'n ' i ': ' n[i]; end;
  do i = 1 to dim(c); put 'c ' i ': ' c[i]; end;
  do i = 1 to dim(v); put 'v ' i ': ' v[i]; end;
run;
/* log
n 1 : 42
n 2 : 999
n 3 : 17
c 1 : foo
c 2 : bar
v 1 : 42
v 2 : 999
v 3 : 17
*/
