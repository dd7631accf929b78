/* source: Cumulative Totals (SAS Communities, solution by Naveen Srinivasan) */
data fam;
  infile datalines truncover;
  input famid :1. year :2. faminc 5.;
  datalines;
1 96 40000
1 97 40500
1 98 41000
2 96 45000
2 97 45400
2 98 45800
3 96 75000
3 97 76000
3 98 77000
;
run;
data famsum;
  array here(3) _temporary_;
  call missing(of here{*});
  do _n_ = 1 by 1 until (last.famid);
    set fam;
    by famid;
    array total(3) _temporary_;
    here(_n_) = faminc;
    total(_n_) + here(_n_);
  end;
  do _n_ = 1 by 1 until (last.famid);
    set fam;
    by famid;
    Sum = total(_n_);
    output;
  end;
run;
proc print data=famsum;
run;
/* listing
Obs famid year faminc Sum
1 1 96 40000 40000
2 1 97 40500 40500
3 1 98 41000 41000
4 2 96 45000 85000
5 2 97 45400 85900
6 2 98 45800 86800
7 3 96 75000 160000
8 3 97 76000 161900
9 3 98 77000 163800
*/
