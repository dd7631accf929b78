/* source: Hash lookup with multiple keys, nice simple example (stackoverflow.com 50749244; rogerjdeangelis on GitHub) */
data wanted;
  input key1 key2 @@;
  datalines;
1 1 1 2 2 4 3 6 3 7
;
data all;
  array x[5] (1:5);
  do key1 = 1 to 10; do key2 = 1 to 10; output; end; end;
run;
data found;
  if _n_ = 1 then do;
    declare hash keys(dataset: 'wanted');
    keys.definekey('key1', 'key2');
    keys.definedone();
  end;
  set all;
  if keys.check() = 0;
run;
proc print data=found noobs;
  var key1 key2 x1-x5;
run;
/* listing
key1 key2 x1 x2 x3 x4 x5
1 1 1 2 3 4 5
1 2 1 2 3 4 5
2 4 1 2 3 4 5
3 6 1 2 3 4 5
3 7 1 2 3 4 5
*/
