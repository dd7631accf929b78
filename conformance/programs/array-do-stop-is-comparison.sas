/* source: What happen with Do j=i-1 to j=i-3 (SAS Communities, message 877986) */
data _null_;
  i = 5;
  do j = i-1 to j=i-3 by -1;
    put j=;
  end;
run;
/* log
j=4
j=3
j=2
j=1
j=0
*/
