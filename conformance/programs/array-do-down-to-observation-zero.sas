/* source: What happen with Do j=i-1 to j=i-3 (SAS Communities, message 877986) */
data have;
  do t = 1 to 5; output; end;
run;
data _null_;
  i = 5;
  do j = i-1 to j=i-3 by -1;
    set have point=j;
    put j= _error_=;
  end;
  stop;
run;
/* log
j=4 _ERROR_=0
j=3 _ERROR_=0
j=2 _ERROR_=0
j=1 _ERROR_=0
j=0 _ERROR_=1
*/
