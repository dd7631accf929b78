/* source: compress.sas (Bob Heckel, bheckel/code, GitHub, 2015) */
data _null_;
  name = 'Phil Mason 824-9050';
  n1 = compress(name);
  n2 = compress(name, , 'a');
  n3 = compress(name, , 'd');
  n4 = compress(name, , 'l');
  n5 = compress(name, 'hilsox', 'k');
  n6 = compress(name, , 'kd');
  put (n1-n6) (= /);
run;
/* log
n1=PhilMason824-9050
n2=824-9050
n3=Phil Mason -
n4=P M 824-9050
n5=hilso
n6=8249050
*/
