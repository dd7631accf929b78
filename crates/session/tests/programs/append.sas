/* What does not fit the base is left out, cut or missing, if that is forced. */
data base;
  length id 4 name $ 4 other $ 3 ratio 8;
  id = 1; name = 'Ada'; other = 'abc'; ratio = 1 / 3;
run;

data more;
  length name $ 8 id 8 ratio 5 extra 8;
  do id = 2 to 3;
    name = 'Benjamin';
    ratio = id / 3;
    extra = 9;
    output;
  end;
run;

proc append base=base data=more force;
run;

proc print data=base;
  format ratio best16.;
run;

/* Each of its observations is there twice then. */
proc append base=base data=base;
run;

proc print data=base;
  var id;
run;

proc append base=base data=more;
run;
