/* source: Int gives wrong number (Tom, SAS Communities, 2015) */
data _null_;
  whole = 67 + 1/10;
  do len = 8 to 3 by -1;
    cut = trunc(whole, len);
    low = int(round(cut, 0.000000000000001)*(10**6))*(10**-6);
    put len= cut= low=;
  end;
run;
/* log
len=8 cut=67.1 low=67.099999
len=7 cut=67.1 low=67.099999
len=6 cut=67.1 low=67.099999
len=5 cut=67.099999905 low=67.099999
len=4 cut=67.099975586 low=67.099975
len=3 cut=67.09375 low=67.09375
*/
