/* source: SAS/STAT 9.2 User's Guide, The TTEST Procedure, Getting Started: Comparing Group Means (without UMPU and its columns) */
data golf;
  length sex $ 1;
  do sex = 'f', 'm';
    do k = 1 to 7; input points @@; output; end;
  end;
  datalines;
75 76 80 77 80 77 73 82 80 85 85 78 87 82
;
proc ttest data=golf cochran ci=equal;
  class sex;
  var points;
run;
/* listing
f 7 76.8571 2.5448 0.9619 73.0000 80.0000
m 7 82.7143 3.1472 1.1895 78.0000 87.0000
Diff (1-2) -5.8571 2.8619 1.5298
f 76.8571 74.5036 79.2107 2.5448 1.6399 5.6039
m 82.7143 79.8036 85.6249 3.1472 2.0280 6.9303
Diff (1-2) Pooled -5.8571 -9.1902 -2.5241 2.8619 2.0522 4.7242
Diff (1-2) Satterthwaite -5.8571 -9.2064 -2.5078
Pooled Equal 12 -3.83 0.0024
Satterthwaite Unequal 11.496 -3.83 0.0026
Cochran Unequal 6 -3.83 0.0087
Folded F 6 6 1.53 0.6189
*/
