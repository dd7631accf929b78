/* source: Format variable values based on values (SAS Forum; rogerjdeangelis on GitHub) */
proc format;
  value size low-<10000000 = [comma15.2] 10000000-high = [dollar15.2];
run;
data amounts;
  input name $ amount;
  cards4;
A 4568442
Acat1 628727452.17
Acat2 819125592.25
Acat3 9491576104.14
Acat4 221336147.01
Aset1 2026005
Aset2 1247890
;;;;
proc print data=amounts noobs;
  format amount size.;
run;
/* listing
A 4,568,442.00
Acat1 $628,727,452.17
Acat2 $819,125,592.25
Acat3 $9491576104.14
Acat4 $221,336,147.01
Aset1 2,026,005.00
Aset2 1,247,890.00
*/
