/* Numbers that do not fit in their formats are shown otherwise, and a note says so once a step. */
data prices;
  price = 1234567.891;
  share = 0.5;
run;

data _null_;
  set prices;
  put price 12.3 +1 share percent6.;
run;

data _null_;
  set prices;
  do i = 1 to 2;
    put price 9.3 +1 price comma8. +1 price dollar10.2 +1 price 5. +1 price 2.;
  end;
run;

data text;
  set prices;
  shown = put(price, 6.2);
  format price comma6.;
run;

data _null_;
  set text;
  put price= shown=;
run;

proc print data=text;
run;

proc print data=prices;
  format price 12.3;
  sum price;
run;
