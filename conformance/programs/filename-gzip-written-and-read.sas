/* source: FILENAME ZIP: reading and writing gzip files (The SAS Dummy, blogs.sas.com, 2017) */
filename packed zip 'source.txt.gz' gzip;
data _null_;
  file packed;
  do i = 1 to 3;
    put 'line ' i;
  end;
run;
data _null_;
  infile packed;
  input;
  put _infile_;
run;
/* log
line 1
line 2
line 3
*/
