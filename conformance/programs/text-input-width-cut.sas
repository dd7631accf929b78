/* source: STAT 4197/6197 course notes, Week 4, Ex11C_put_input_function (ProcJimi/curriculum, GitHub, 2019) */
data amounts;
  do chars = '1112.80', '112.81', '2.83', '0.84';
    number = input(chars, f5.2);
    shown = put(input(chars, f5.2), dollar9.2);
    output;
  end;
run;
proc print data=amounts noobs; run;
data days;
  do mdy_number = 11318, 121018, 122418;
    as_read = input(put(mdy_number, 6.), mmddyy6.);
    as_stored = mdy_number;
    format as: date9.;
    output;
  end;
run;
proc print data=days noobs; run;
/* listing
chars number shown
1112.80 1112.00 $1,112.00
112.81 112.80 $112.80
2.83 2.83 $2.83
0.84 0.84 $0.84
mdy_number as_read as_stored
11318 13JAN2018 27DEC1990
121018 10DEC2018 03MAY2291
122418 24DEC2018 03MAR2295
*/
