/* source: Hash lookup with multiple keys (R. DeVenezia; github.com/rogerjdeangelis) */
data have;
  input lukey1 lukey2 @@;
  datalines;
1 1 1 2 2 4 3 6 3 7
;
data all;
  do key1 = 1 to 10; do key2 = 1 to 10;
    array x(5) (1:5);
    output;
  end; end;
run;
data want;
  length lukey1 lukey2 8;
  call missing(lukey1, lukey2);
  if _n_ = 1 then do;
    declare hash elig(dataset: 'have');
    elig.definekey('lukey1', 'lukey2');
    elig.definedone();
  end;
  set all;
  if 0 = elig.find(key: key1, key: key2);
run;
proc print data=want noobs; run;
/* listing
1 1 1 1 1 2 3 4 5
1 2 1 2 1 2 3 4 5
2 4 2 4 1 2 3 4 5
3 6 3 6 1 2 3 4 5
3 7 3 7 1 2 3 4 5
*/
