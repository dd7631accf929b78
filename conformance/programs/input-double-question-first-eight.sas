/* source: Determine if a character string contains only numbers, ?? format modifier (studysas.blogspot.com, 2009) */
data _null_;
  length x $ 10;
  do x = '12345678', '123a5678', '123456789a';
    if input(x, ?? 8.) = . then put 'non-numeric';
    else put 'numeric';
  end;
run;
/* log
numeric
non-numeric
numeric
*/
