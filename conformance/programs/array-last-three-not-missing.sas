/* source: Extract N last non-empty cells of each row, solution by Peter Clemmensen (stackoverflow.com; rogerjdeangelis on GitHub) */
/* differs: an error, since a colon needs a width after its $ in a list of informats */
data orders;
  infile datalines dlm=',' missover;
  input order_id (fruit1-fruit5) (:$);
  cards4;
1234,Banana,Peach,Guava,Apple,,
1235,Orange,Grape,,,,
1236,Pear,Papaya,Apricot,,,
1237,Guava,,,,,
1238,Kiwi,Cherry,Peach,Melon, Lime
;;;;
data last3;
  set orders;
  array f fruit:;
  filled = dim(f) - cmiss(of f[*]);
  shift = max(0, filled - 3);
  do k = 1 to 3;
    f[k] = f[k + shift];
  end;
  keep order_id fruit1-fruit3;
run;
proc print data=last3;
run;
/* listing
Obs order_id fruit1 fruit2 fruit3
1 1234 Peach Guava Apple
2 1235 Orange Grape
3 1236 Pear Papaya Apricot
4 1237 Guava
5 1238 Peach Melon Lime
*/
