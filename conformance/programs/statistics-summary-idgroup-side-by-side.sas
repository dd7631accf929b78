/* source: A sophisticated transpose with PROC SUMMARY IDGROUP (rogerjdeangelis on GitHub) */
data paid;
  input group pay taxes net;
  cards4;
1 1 100 200
1 4 110 150
1 3 120 300
2 7 105 .
;;;;
proc summary data=paid;
  by group;
  output out=wide(drop=_type_ _freq_) idgroup(out[3] (pay taxes net)=);
run;
data _null_;
  set wide;
  put group pay_1 taxes_1 net_1 pay_2 taxes_2 net_2 pay_3 taxes_3 net_3;
run;
/* log
1 1 100 200 4 110 150 3 120 300
2 7 105 . . . . . . .
*/
