/* source: SAS 9.4 Component Objects: Reference, SUMDUP Method */
data pairs;
  input key data @@;
  datalines;
1 10 2 11 1 15 3 20 2 16 2 9 3 100 5 5 1 5 4 6 5 99
;
data _null_;
  length more step s 8;
  if 0 then set pairs;
  step = 0;
  dcl hash h(dataset: 'pairs', multidata: 'y', suminc: 'step');
  h.definekey('key');
  h.definedata('key', 'data');
  h.definedone();
  step = 1;
  do k = 1 to 5;
    rc = h.find(key: k);
    h.has_next(result: more);
    do while (more);
      rc = h.find_next();
      rc = h.find_prev();
      rc = h.find_next();
      h.has_next(result: more);
    end;
  end;
  step = 0;
  do k = 1 to 5;
    do rc = h.find(key: k) by 0 while (rc = 0);
      h.sumdup(sum: s);
      put key= data= 'sum=' s;
      rc = h.find_next();
    end;
  end;
  stop;
run;
/* log
key=1 data=10 sum=2
key=1 data=15 sum=3
key=1 data=5 sum=2
key=2 data=11 sum=2
key=2 data=16 sum=3
key=2 data=9 sum=2
key=3 data=20 sum=2
key=3 data=100 sum=2
key=4 data=6 sum=1
key=5 data=5 sum=2
key=5 data=99 sum=2
*/
