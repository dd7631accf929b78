/* source: SAS 9.4 Component Objects: Reference, DO_OVER Method */
data pairs;
  input key data @@;
  datalines;
1 10 2 11 1 15 3 20 2 16 2 9 3 100 5 5 1 5 4 6 5 99
;
data _null_;
  if 0 then set pairs;
  declare hash lists(dataset: 'pairs', multidata: 'yes', ordered: 'yes');
  lists.definekey('key');
  lists.definedata('key', 'data');
  lists.definedone();
  lists.reset_dup();
  do wanted = 2, 3, 2;
    do while (lists.do_over(key: wanted) = 0);
      put key= data=;
    end;
  end;
  stop;
run;
/* log
key=2 data=11
key=2 data=16
key=2 data=9
key=3 data=20
key=3 data=100
key=2 data=11
key=2 data=16
key=2 data=9
*/
