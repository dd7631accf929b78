/* source: Proc transpose fat to fat (stackoverflow.com; rogerjdeangelis on GitHub) */
data rooms;
  retain namdpt;
  input (name dept test delta db vul) ($);
  namdpt = catx('_', name, dept);
  drop name dept;
  cards4;
Nancy Health 55 33 33 63
Jim Air 25 22 23 11
Shu Water 26 88 44 12
Dick Electric 77 55 66 10
Elena General 88 22 67 9
Nancy Internet 66 12 44 79
;;;;
proc transpose data=rooms out=turned;
  id namdpt;
  var test--vul;
run;
proc print data=turned noobs;
run;
/* listing
test 55 25 26 77 88 66
delta 33 22 88 55 22 12
db 33 23 44 66 67 44
vul 63 11 12 10 9 79
*/
