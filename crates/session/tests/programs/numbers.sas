/* Missing values propagate, and the log says where. */
data numbers;
  do x = ., .a, -1, 0, 4;
    sum = x + 1;
    ratio = 10 / x;
    root = sqrt(x);
    text = put(x, 5.1);
    back = text + 0;
    less = x < 0;
    output;
  end;
run;

proc print data=numbers;
run;
