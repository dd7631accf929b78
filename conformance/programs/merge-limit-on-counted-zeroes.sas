/* source: Count a limited number of sequential zeroes (SAS Forum; rogerjdeangelis on GitHub) */
data limits;
  input group $ limit;
  datalines;
x 2
y 3
;
data zeroes;
  input group $ mw @@;
  datalines;
x 0 x 5 x 5 x 0 x 0 x 0 y 0 y 5 y 0 y 0 y 0 y 0 y 0
;
data counted;
  length = 0;
  do until (last.mw);
    set zeroes;
    by group mw notsorted;
    length + 1;
  end;
  do until (last.mw);
    set zeroes;
    by group mw notsorted;
    if mw = 0 and length > 1 then nth = sum(nth, 1);
    counter = nth;
    output;
  end;
  drop nth;
run;
data limited;
  merge counted limits;
  by group;
  if counter > limit then counter = .;
run;
proc print data=limited noobs;
  var group mw limit counter;
run;
/* listing
group mw limit counter
x 0 2 .
x 5 2 .
x 5 2 .
x 0 2 1
x 0 2 2
x 0 2 .
y 0 3 .
y 5 3 .
y 0 3 1
y 0 3 2
y 0 3 3
y 0 3 .
y 0 3 .
*/
