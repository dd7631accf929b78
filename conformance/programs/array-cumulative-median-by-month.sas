/* source: Cumulative median across months (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input mth $ val @@;
  datalines;
Jan2017 5 Jan2017 3 Feb2017 7 Feb2017 6 Feb2017 2 Mar2017 4 Apr2017 1 Apr2017 10 Apr2017 9 Apr2017 3
;
data want;
  array mat[10] _temporary_;
  set have; by mth notsorted;
  mat[_n_] = val;
  if last.mth then do;
    med = median(of mat[*]);
    output;
  end;
run;
proc print data=want; run;
/* listing
1 Jan2017 3 4.0
2 Feb2017 2 5.0
3 Mar2017 4 4.5
4 Apr2017 3 4.5
*/
