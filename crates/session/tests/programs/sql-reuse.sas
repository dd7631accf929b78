/* REUSE=YES: what INSERT adds takes the space of deleted observations. */
options dlcreatedir;
libname made "&sysparm/made" compress=binary;

data made.stock(reuse=yes) made.ended;
  length part $ 40;
  do number = 1 to 6;
    part = cats('part', number);
    output;
  end;
run;

%macro change(table);
  proc sql;
    create unique index number on made.&table(number);
  quit;
  data made.&table;
    modify made.&table;
    if number in (2, 4) then remove;
  run;
  proc sql;
    insert into made.&table(number, part) values (7, 'seven') values (8, 'eight') values (9, 'nine');
    select * from made.&table;
    select * from made.&table where number = 8;
  quit;
%mend;
%change(stock)
%change(ended)
