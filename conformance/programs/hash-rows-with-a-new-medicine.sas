/* source: A nice hash example: select first occurrence in an unsorted list (SAS Forum; rogerjdeangelis on GitHub) */
data taken;
  informat id $2. medicines $11. start_date end_date date10.;
  input id medicines start_date end_date;
  format start_date end_date date9.;
  cards4;
1 a,b,c,d 01jan2012 02dec2012
1 a,e,g 03dec2012 03dec2014
1 d,b 04dec2014 .
2 a,b,c,d,f 01jan2012 02dec2012
2 a,e,g 03dec2012 03dec2014
2 b,a,c,d 04dec2014 06dec2016
2 f,a 07dec2017 11mar2019
2 f 12mar2019 .
;;;;
data fresh;
  length one $ 4;
  if _n_ = 1 then do;
    declare hash known();
    known.definekey('one');
    known.definedone();
  end;
  set taken;
  by id;
  if first.id then rc = known.clear();
  do k = 1 to countw(medicines, ',');
    one = scan(medicines, k, ',');
    if known.check() ne 0 then do;
      new = 1;
      rc = known.add();
    end;
  end;
  if new;
  drop one k rc new;
run;
proc print data=fresh; run;
/* listing
Obs id medicines start_date end_date
1 1 a,b,c,d 01JAN2012 02DEC2012
2 1 a,e,g 03DEC2012 03DEC2014
3 2 a,b,c,d,f 01JAN2012 02DEC2012
4 2 a,e,g 03DEC2012 03DEC2014
*/
