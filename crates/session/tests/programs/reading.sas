/* Lines of text: list, columns, formats, and what does not fit. */
data list;
  infile datalines dsd missover;
  input name :$10. born :date9. weight;
  format born yymmdd10.;
  datalines;
"Lovelace, A",10DEC1815,55.5
Hopper,09DEC1906
,,70
;
run;

proc print data=list;
run;

data columns;
  input id 1-3 code $ 4-6 @8 price comma8.2 +1 flag $1.;
  datalines;
001abc 1,234.50 y
002de     99.00 n
;
run;

proc print data=columns;
run;

data several;
  input x y @@;
  datalines;
1 2 3 4
5 6
;
run;

proc print data=several;
run;

data wrong;
  input n;
  datalines;
12
twelve
.a
;
run;
