/* DO in all forms: what the index is in the loop and after it. */
options nosyntaxcheck;
data _null_;
  do i = 3 to 1; put 'never'; end; put 'after ' i=;
  do i = 10 to 1 by -3; put i= @; end; put 'after ' i=;
  do i = 1, 5, 7 to 9, .; put i= @; end; put 'after ' i=;
  do word = 'a', 'bb'; put word= @; end; put;
  do i = 1 to 10 until (i >= 3); put i= @; end; put 'after ' i=;
  do i = 1 to 10 while (i < 3); put i= @; end; put 'after ' i=;
  do i = 1 to 3 while (i < 3) until (i = 2), 7, 9 to 8, 5 to 6; put i= @; end; put 'after ' i=;
  do i = 0 to 1 by 0.1; n + 1; end; put n= 'after ' i=;
  m = 3; do i = 1 to m; m = 1; put i= @; end; put 'after ' i=;
  do i = 1 to 3; i = i + 1; put i= @; end; put 'after ' i=;
  do i = 1 to 3;
    do j = i to 3;
      if j = 2 then continue;
      if i = 3 then leave;
      put i= j=;
    end;
  end;
  put 'after ' i= j=;
  do i = . to 3; end;
run;

data _null_;
  do i = 1 to 5 by 0; end;
run;

data _null_;
  select (3); when (1) put 'one'; when (2, 3) put 'two or three'; otherwise put 'more'; end;
  select; when (0) put 'no'; when (1) do; put 'yes'; put 'and so on'; end; otherwise; end;
  select (3); when (1); end;
run;

data some;
  do i = 1 to 3; output; end;
run;

data counted;
  if 0 then set some nobs=count;
  put count=;
  do until (is_last);
    set some end=is_last;
    sum + i;
  end;
  output;
  stop;
run;

data uneven;
  do k = 1 to 2;
    set some;
    put k= i=;
  end;
run;
