/* OPTIONS MISSING= in PROC SQL: the listing, INTO and functions of the query. */
options missing='#';
data m; x = .; g = 'a'; output; x = 2; g = 'b'; output; run;
proc sql;
  select g, x, cats(x) as c, put(x, 4.) as p, catx('-', g, x) as j from m;
  select x, mean(x) into :first, :mean from m where g = 'a';
  select x into :all separated by ',' from m;
quit;
%put <&first> <&mean> <&all>;
