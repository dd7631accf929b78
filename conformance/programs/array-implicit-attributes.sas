/* source: VNAME, VLABEL, VTYPE, VVALUE Functions, SAS 9.4 Functions and CALL Routines: Reference (a variable or an array reference; lengths of 200 and 1) */
data _null_;
  array pair(i) alpha beta;
  label alpha = 'First one' beta = 'Second';
  format alpha beta dollar8.2;
  alpha = 1;
  beta = 22;
  do over pair;
    name = vname(pair);
    label = vlabel(pair);
    type = vtype(pair);
    value = vvalue(pair);
    put name= label= type= value=;
  end;
  array both{2} alpha beta;
  do i = 1 to 2;
    value = left(vvalue(both{i}));
    put value=;
  end;
  digest = md5('a');
  lengths = catx(' ', vlength(name), vlength(label), vlength(type), vlength(value), vlength(digest));
  put lengths=;
run;
/* log
name=alpha label=First one type=N value=$1.00
name=beta label=Second type=N value=$22.00
value=$1.00
value=$22.00
lengths=200 200 1 200 200
*/
