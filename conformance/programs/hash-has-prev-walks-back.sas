/* source: SAS 9.4 Component Objects: Reference, SUMDUP Method (its lists of items, from their ends) */
data pairs;
  input key data @@;
  datalines;
1 10 2 11 1 15 3 20 2 16 2 9 3 100 5 5 1 5 4 6 5 99
;
data _null_;
  length more 8;
  if 0 then set pairs;
  dcl hash h(dataset: 'pairs', multidata: 'y');
  h.definekey('key');
  h.definedata('key', 'data');
  h.definedone();
  do k = 1 to 5;
    do rc = h.find(key: k) by 0 while (rc = 0);
      rc = h.has_next(result: more);
      if more then rc = h.find_next();
      else rc = 1;
    end;
    put key= data=;
    rc = h.has_prev(result: more);
    do while (more);
      rc = h.find_prev();
      put key= data=;
      rc = h.has_prev(result: more);
    end;
  end;
  stop;
run;
/* log
key=1 data=5
key=1 data=15
key=1 data=10
key=2 data=9
key=2 data=16
key=2 data=11
key=3 data=100
key=3 data=20
key=4 data=6
key=5 data=99
key=5 data=5
*/
