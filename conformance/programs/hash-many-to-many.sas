/* source: SAS Communities, Merging Based on More Conditions */
data abc;
  input a $ b $ c & $8.;
  datalines;
Yellow Bear Why
Yellow Bear When
Yellow Bear Where
Blue Wolf Why
Blue Wolf When
Blue Wolf Where
Green Lion Where
Green Lion How many
;
data xyz;
  input x $ z @@;
  datalines;
Bear 100 Bear 250 Wolf 50 Lion 1000 Lion 5000
;
data _null_;
  if 0 then set abc;
  if _n_ = 1 then do;
    declare hash h(dataset: 'abc', multidata: 'y');
    h.definekey('b');
    h.definedata('a', 'b', 'c');
    h.definedone();
  end;
  set xyz;
  do while (h.do_over(key: x) = 0);
    put a b c z;
  end;
run;
/* log
Yellow Bear Why 100
Yellow Bear When 100
Yellow Bear Where 100
Yellow Bear Why 250
Yellow Bear When 250
Yellow Bear Where 250
Blue Wolf Why 50
Blue Wolf When 50
Blue Wolf Where 50
Green Lion Where 1000
Green Lion How many 1000
Green Lion Where 5000
Green Lion How many 5000
*/
