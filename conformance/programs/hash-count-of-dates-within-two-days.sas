/* source: Rolling count of dates plus-minus 2 days (SAS Communities, novinosrin; github.com/rogerjdeangelis) */
data have;
  input id date @@;
  datalines;
208 21159 45 19704 45 19726 45 19726 45 19742 185 21138 185 21157 185 21195 185 21195
185 21196 185 21197 185 21198 185 21256 56 20619 56 20642 56 20642 214 19190 214 19191
;
data want;
  if _n_ = 1 then do;
    if 0 then set have;
    declare hash h(dataset: 'have', multidata: 'y');
    h.definekey('id');
    h.definedata('date');
    h.definedone();
  end;
  set have(rename=(date=_date));
  count = 0;
  rc = h.find();
  do while (rc = 0);
    if intnx('day', _date, -2) <= date <= intnx('day', _date, 2) then count + 1;
    rc = h.find_next();
  end;
  drop rc date;
run;
proc print data=want; run;
/* listing
1 208 21159 1
2 45 19704 1
3 45 19726 2
4 45 19726 2
5 45 19742 1
6 185 21138 1
7 185 21157 1
8 185 21195 4
9 185 21195 4
10 185 21196 5
11 185 21197 5
12 185 21198 3
13 185 21256 1
14 56 20619 1
15 56 20642 2
16 56 20642 2
17 214 19190 2
18 214 19191 2
*/
