/* source: STAT 4197/6197 course notes, Week 4, Ex2_scan (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  place = 'United States, Washington DC'; name = 'Tim Johnson';
  cities = " 'Silver Spring, MD 20906', 'Columbia, MD 19204'";
  country = scan(place, 1, ','); city = scan(place, 2, ','); last = scan(name, 2);
  first = scan(cities, 1, ',', 'qr');
  put country= / city= / last= / first=;
run;
/* log
country=United States
city=Washington DC
last=Johnson
first=Silver Spring, MD 20906
*/
