/* source: SAS formats z, percent, hex, w.d, files z.sas, percent.sas, _.sas, from-number.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  length f $10;
  x = 12345.789;
  do f = 'z.', 'z3.', 'z3.1', 'z6.1', 'z6.3', 'z7.1', 'z7.2', 'z10.2', 'z10.3', 'z10.4';
    t = left(putn(x, f)); put f t;
  end;
  x = 0.1813;
  do f = 'percent8.2', 'percent7.2', 'percent6.2', 'percent5.2';
    t = left(putn(x, f)); put f t;
  end;
  x = 42.123;
  do f = '8.5', '7.5', '6.5', '6.4', '6.3', '6.2';
    t = left(putn(x, f)); put 'w.d ' f t;
  end;
  do x = 0, 16, 255, 32768, -1;
    t = putn(x, 'hex4.'); put 'hex ' x t;
  end;
run;
/* log
z. *
z3. 1E4
z3.1 1E4
z6.1 012346
z6.3 012346
z7.1 12345.8
z7.2 12345.8
z10.2 0012345.79
z10.3 012345.789
z10.4 12345.7890
percent8.2 18.13%
percent7.2 18.1%
percent6.2 18%
percent5.2 18%
w.d 8.5 42.12300
w.d 7.5 42.1230
w.d 6.5 42.123
w.d 6.4 42.123
w.d 6.3 42.123
w.d 6.2 42.12
hex 0 0000
hex 16 0010
hex 255 00FF
hex 32768 8000
hex -1 FFFF
*/
