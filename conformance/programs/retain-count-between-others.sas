/* source: Conditional Counter, Forward and Backward Looking (SAS Communities, SAS Procedures) */
data spells;
  input id $ primary $ time $ @@;
  datalines;
1 5 1 1 5 2 1 4 3 1 4 4 1 4 5 1 1 6
2 1 1 2 1 2 2 4 3 2 4 4 2 4 5 2 5 6
3 1 1 3 4 2 3 4 3 3 4 4 3 1 5 3 1 6
;
run;
data counted;
  bad = 0;
  do until (last.id);
    set spells;
    by id;
    was = lag(primary);
    if not first.id then do;
      if primary = '4' and was = '5' then bad = 1;
      if primary = '5' and was = '4' then bad = 1;
    end;
  end;
  duration = 0;
  do until (last.id);
    set spells;
    by id;
    if primary = '4' and not bad then duration + 1;
    else duration = 0;
    output;
  end;
  drop bad was;
run;
proc print data=counted noobs;
  var id primary time duration;
run;
/* listing
id primary time duration
1 5 1 0
1 5 2 0
1 4 3 0
1 4 4 0
1 4 5 0
1 1 6 0
2 1 1 0
2 1 2 0
2 4 3 0
2 4 4 0
2 4 5 0
2 5 6 0
3 1 1 0
3 4 2 1
3 4 3 2
3 4 4 3
3 1 5 0
3 1 6 0
*/
