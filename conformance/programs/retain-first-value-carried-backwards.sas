/* source: First non missing value carried backwards (StackOverflow; M. Keintz, github.com/rogerjdeangelis) */
data have;
  input id date :date9. rate @@;
  format date date9.;
  datalines;
101 31DEC2014 . 101 31DEC2015 . 101 31DEC2016 . 101 31DEC2017 0.16 101 31DEC2018 0.17
101 31DEC2019 0.177 101 31DEC2020 . 102 31JAN2014 . 102 31JAN2015 . 102 31JAN2016 . 102 31JAN2017 0.26
;
data want;
  do until (last.id or not missing(rate));
    set have; by id;
    n = sum(n, 1);
  end;
  found = rate;
  do i = 1 to n;
    set have(keep=id date);
    rate = found;
    output;
  end;
  keep id date rate;
run;
proc print data=want noobs; var id date rate; run;
/* listing
101 31DEC2014 0.160
101 31DEC2015 0.160
101 31DEC2016 0.160
101 31DEC2017 0.160
101 31DEC2018 0.170
101 31DEC2019 0.177
101 31DEC2020 .
102 31JAN2014 0.260
102 31JAN2015 0.260
102 31JAN2016 0.260
102 31JAN2017 0.260
*/
