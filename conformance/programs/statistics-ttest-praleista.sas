/* source: TTEST output of praleista by kelintas, 2010 (pastebin 5h0tyjvM); data restored from its N, mean, std dev, min and max */
data missed;
  input kelintas praleista @@;
  datalines;
1 0 1 1 1 1 1 1 1 2 2 0 2 1 2 1 2 3 2 3
;
run;
proc ttest data=missed;
  class kelintas;
  var praleista;
run;
/* listing
Variable: praleista
kelintas N Mean Std Dev Std Err Minimum Maximum
1 5 1.0000 0.7071 0.3162 0 2.0000
2 5 1.6000 1.3416 0.6000 0 3.0000
Diff (1-2) -0.6000 1.0724 0.6782
kelintas Method Mean 95% CL Mean Std Dev 95% CL Std Dev
1 1.0000 0.1220 1.8780 0.7071 0.4237 2.0319
2 1.6000 -0.0659 3.2659 1.3416 0.8038 3.8553
Diff (1-2) Pooled -0.6000 -2.1640 0.9640 1.0724 0.7243 2.0544
Diff (1-2) Satterthwaite -0.6000 -2.2554 1.0554
Method Variances DF t Value Pr > |t|
Pooled Equal 8 -0.88 0.4021
Satterthwaite Unequal 6.063 -0.88 0.4101
Equality of Variances
Method Num DF Den DF F Value Pr > F
Folded F 4 4 3.60 0.2425
*/
