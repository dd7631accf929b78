/* Two data sets in the order of a key become one in that order. */
data alla;
  do serialno = 1 to 9 by 2;
    from = 'a';
    output;
  end;
run;

data allb;
  do serialno = 1, 2, 3, 3, 8;
    from = 'b';
    output;
  end;
run;

data together;
  set alla allb;
  by serialno;
run;

proc print data=together;
run;
