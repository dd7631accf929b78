/* source: STAT 4197/6197 course notes, Week 4, Example_substr and Example_scan (ProcJimi/curriculum, GitHub) */
data _null_;
  word = 'Geology';
  head = substr(word, 1, 3);
  other = word;
  substr(other, 1, 3) = 'Zoo';
  put head= / other=;
run;
data _null_;
  code = 'Stat4197';
  tail = substr(code, 5);
  long = substr(code, 5, 5);
  put tail= long= _error_=;
run;
data _null_;
  place = 'United States, Washington DC';
  towns = " 'Silver Spring, MD 20906', 'Columbia, MD 19204'";
  country = scan(place, 1, ',');
  city = scan(place, 2, ',');
  last = scan('Tim Johnson', 2);
  first = scan(towns, 1, ',', 'qr');
  put (country city last first) (= /);
run;
/* log
head=Geo
other=Zoology
tail=4197 long=4197 _ERROR_=1
country=United States
city=Washington DC
last=Johnson
first=Silver Spring, MD 20906
*/
