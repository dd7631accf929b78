/* source: Identify Round Trips (rogerjdeangelis on GitHub) */
data trips;
  input id source :$12. destination & $16.;
  cards4;
1 Delhi Bangalore
2 Delhi Goa
1 Bangalore Goa
2 Goa Bangalore
1 Goa Delhi
;;;;
proc sort data=trips equals; by id; run;
data ends;
  length home $ 16 roundtrip $ 3;
  retain home;
  set trips;
  by id;
  if first.id then home = source;
  if last.id;
  roundtrip = ifc(destination = home, 'Yes', 'No');
  keep home destination roundtrip;
run;
proc print data=ends noobs;
  var home destination roundtrip;
run;
/* listing
home destination roundtrip
Delhi Delhi Yes
Delhi Bangalore No
*/
