/* source: Selecting teams that have at least one male and female player (SAS Forum; rogerjdeangelis on GitHub) */
data players;
  input id $ sex $;
  cards4;
Brazil F
England F
England  M
England  M
France M
Spain F
Spain M
USA F
USA M
;;;;
data both;
  merge players(in=women where=(sex = 'F')) players(in=men where=(sex = 'M'));
  by id;
  if first.id and women and men;
run;
proc print data=both noobs; var id; run;
data _null_;
  do until (last.id);
    set players;
    by id;
    f = max(f, sex = 'F');
    m = max(m, sex = 'M');
  end;
  if f and m then put id;
run;
/* log
England
Spain
USA
*/
/* listing
England
Spain
USA
*/
