/* source: Ratio for different values in a variable by group (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input id name $ var1 $ @@;
  datalines;
1 a x 1 a y 1 b y 1 c x 1 c y 1 d z 2 e x 2 e y 2 f x 2 f z 2 g z
;
proc transpose data=have out=wide(drop=_name_); by id name; var var1; id var1; run;
proc print data=wide; run;
data want;
  do n = 1 by 1 until (last.id);
    set wide; by id;
    xs = sum(xs, x ne ' '); ys = sum(ys, y ne ' '); zs = sum(zs, z ne ' ');
  end;
  x_ratio = xs / n; y_ratio = ys / n; z_ratio = zs / n;
  keep id x_ratio y_ratio z_ratio;
run;
proc print data=want noobs; run;
/* listing
1 1 a x y
2 1 b y
3 1 c x y
4 1 d z
5 2 e x y
6 2 f x z
7 2 g z
1 0.50000 0.75000 0.25000
2 0.66667 0.33333 0.66667
*/
