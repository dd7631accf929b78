/* source: Calculating AGE in SAS (Mike Sacca, SAS-L, 1998) */
options yearcutoff=1920;
data ages;
  do k = 0 to 8;
    chkstart = mdy(1, 1, 97) + k;
    dobstart = mdy(1, 1, 32) + k;
    age = (chkstart - dobstart) / 365.25;
    put chkstart= dobstart= age=;
    output;
  end;
  format chkstart dobstart mmddyy8.;
run;
/* log
chkstart=01/01/97 dobstart=01/01/32 age=65.002053388
chkstart=01/02/97 dobstart=01/02/32 age=65.002053388
chkstart=01/09/97 dobstart=01/09/32 age=65.002053388
*/
