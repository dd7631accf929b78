/* OPTIONS MISSING= holds for numbers without a format in PROC SQL: listings, functions, INTO. */
options missing='#';
data m; g = 'a'; x = .; output; g = 'b'; x = 2; output; g = 'c'; x = .z; output; run;
proc sql;
  select g, x, x * 2 as twice, cats(g, x) as text, put(x, 8.1) as formatted from m;
  select x into :value trimmed from m where g = 'a';
  select sum(x) as total, mean(x) as mean from m where g = 'a';
quit;
%put value=&value;
