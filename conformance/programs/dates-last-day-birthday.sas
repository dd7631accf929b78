/* source: Python for SAS Users, Chapters 3 and 8 (Randy Betancourt, GitHub, 2016) */
data _null_;
  last = '31Dec16'd;
  length f $12;
  do f = 'date11.', 'ddmmyy10.', 'weekdate17.', 'yymmdd10.';
    t = putn(last, f);
    put 'Last day is: ' t;
  end;
  born = '24Jan16'd;
  next = intnx('year', born, 1, 'sameday');
  put 'Next birthday is: ' next mmddyy10.;
  today = '24oct2016'd;
  was = intnx('day', today, -1);
  far = intnx('day', today, 1000, 'e');
  left = '01Jan2020'd - today;
  put was= mmddyy10. far= mmddyy10. left=;
run;
data _null_;
  input dt datetime15.;
  text = put(dt, datetime15.);
  put 'text is: ' text;
  datalines;
09Oct2016:08:07
;
/* log
Last day is: 31-DEC-2016
Last day is: 31/12/2016
Last day is: Sat, Dec 31, 2016
Last day is: 2016-12-31
Next birthday is: 01/24/2017
was=10/23/2016 far=07/21/2019 left=1164
text is: 09OCT16:08:07
*/
