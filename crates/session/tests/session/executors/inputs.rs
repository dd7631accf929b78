//! The data sets that programs read.

/// Makes them in the library SRC: several pages, numbers of all kinds, one row and none.
pub const PROGRAM: &str = "
options bufsize=4096;

data src.many;
  length k 8 x 8 y 4 z 5 short 3 name $ 12 code $ 1 long $ 40;
  array v{20} v1-v20;
  do row = 1 to 150;
    select;
      when (row < 3) k = ._;
      when (row < 6) k = .;
      when (row < 7) k = .c;
      otherwise k = ceil(row / 7);
    end;
    select (mod(row, 12));
      when (0) x = .;
      when (1) x = .b;
      when (2) x = -0;
      when (3) x = 1e308;
      when (4) x = -1e308;
      when (5) x = 5e-324;
      when (6) x = row / 3;
      when (7) x = -row;
      when (8) x = 9007199254740993;
      otherwise x = row - 70;
    end;
    y = row / 4;
    z = 0.1 * row;
    short = row * 4097;
    name = scan('Ada Ben Cleo Dora a', mod(row, 5) + 1);
    code = substr('abcZ ', mod(row, 5) + 1, 1);
    long = repeat(code || 'x', mod(row, 21));
    do i = 1 to 20;
      v{i} = mod(row * i, 17) - 4;
      if mod(row + i, 13) = 0 then v{i} = .;
    end;
    output;
  end;
  drop i row;
run;

data src.flat;
  array v{20} v1-v20;
  do k = 1 to 400;
    do i = 1 to 20;
      v{i} = (k - 200) * i / 8;
    end;
    output;
  end;
  drop i k;
  rename v20=k;
run;

data src.few;
  length name $ 5 s $ 8 k 8;
  do k = ., 1, 2, 2, 5, 9, 30;
    x = k * 2;
    a = 10 - k;
    name = put(k, 3.);
    s = 'few';
    output;
  end;
run;

data src.repeated;
  do k = 1, 1, 1, 2, 3, 3, 5, 5, 8, 9, 9, 9, 9;
    b + 1;
    v1 = -b;
    code = 'r';
    output;
  end;
run;

data src.one;
  k = 2; x = .z; c = 1; t = 'one';
run;

data src.none;
  set src.one;
  stop;
run;

data src.exact;
  do k = 1 to 1000;
    output;
  end;
run;
";
