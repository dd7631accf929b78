/* source: SAS/STAT 9.2 User's Guide, The TTEST Procedure, Getting Started: Comparing Group Means */
/* differs: ERROR, the option UMPU of PROC TTEST is not supported */
data golf;
  length sex $ 1;
  do sex = 'f', 'm';
    do k = 1 to 7; input points @@; output; end;
  end;
  datalines;
75 76 80 77 80 77 73 82 80 85 85 78 87 82
;
proc ttest data=golf cochran ci=equal umpu;
  class sex;
  var points;
run;
/* listing
f 76.8571 74.5036 79.2107 2.5448 1.6399 5.6039 1.5634 5.2219
m 82.7143 79.8036 85.6249 3.1472 2.0280 6.9303 1.9335 6.4579
Diff (1-2) Pooled -5.8571 -9.1902 -2.5241 2.8619 2.0522 4.7242 2.0019 4.5727
*/
