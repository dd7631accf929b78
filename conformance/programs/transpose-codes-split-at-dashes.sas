/* source: Transpose multiple variables and split variables into multiple variables (rogerjdeangelis on GitHub) */
data codes;
  length id $ 2 jan17 feb17 mar17 $ 24;
  input id jan17 feb17 mar17;
  datalines;
1 I-2-0-056-0029-22-561 C-4-0-056-0029-22-561 C-4-1-056-0029-22-561
2 P-4-23-056-0029-22-561 P-4-23-056-0016-22-561 B-1-23-056-0016-22-561
3 P-4-33-007-0140-03-071 N-4-33-007-0140-03-071 N-4-33-007-0140-03-071
;
proc transpose data=codes out=tall(rename=(col1=code));
  by id;
  var jan17--mar17;
run;
data split;
  set tall;
  array var[7] $ 4;
  do k = 1 to 7; var[k] = scan(code, k, '-'); end;
  _name_ = upcase(_name_);
  keep id _name_ var1-var7;
run;
proc print data=split noobs; run;
/* listing
1 JAN17 I 2 0 056 0029 22 561
1 FEB17 C 4 0 056 0029 22 561
1 MAR17 C 4 1 056 0029 22 561
2 JAN17 P 4 23 056 0029 22 561
2 FEB17 P 4 23 056 0016 22 561
2 MAR17 B 1 23 056 0016 22 561
3 JAN17 P 4 33 007 0140 03 071
3 FEB17 N 4 33 007 0140 03 071
3 MAR17 N 4 33 007 0140 03 071
*/
