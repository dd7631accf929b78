/* source: Proc report add total of amount in the header (SAS Communities 41192; rogerjdeangelis on GitHub) */
data made;
  input product $ generation period $ measure $ value flag $;
  datalines;
A 2008 201710 nborder 810 R
A 2008 201710 sales 801000 R
A 2008 201709 nborder 809 R
A 2008 201709 sales 80900 R
A 2009 201710 nborder 910 R
A 2009 201710 sales 901000 R
A 2009 201709 nborder 909 R
A 2009 201709 sales 90900 R
A 2008 201710 nborder 8102 P
A 2008 201710 sales 8010002 P
A 2008 201709 nborder 8092 P
A 2008 201709 sales 809002 P
A 2009 201710 nborder 9102 P
A 2009 201710 sales 9010002 P
A 2009 201709 nborder 9092 P
A 2009 201709 sales 909002 P
;
data made;
  set made made(in=second);
  if second then product = 'B';
run;
ods output report=crossed;
proc report data=made;
  column product generation measure (period, flag), value value=all;
  define product / group;
  define generation / group;
  define measure / group;
  define period / across;
  define flag / across;
  define value / sum;
  define all / sum;
run;
data _null_;
  set crossed;
  put product generation measure (_c4_ _c5_ _c6_ _c7_ all) (dollar13. +1);
run;
proc means data=made noprint nway;
  class period flag;
  var value;
  output out=heads sum=;
run;
data _null_;
  set heads;
  put period flag value dollar13.;
run;
/* log
A 2008 nborder $8,092 $809 $8,102 $810 $17,813
A 2008 sales $809,002 $80,900 $8,010,002 $801,000 $9,700,904
A 2009 nborder $9,092 $909 $9,102 $910 $20,013
A 2009 sales $909,002 $90,900 $9,010,002 $901,000 $10,910,904
B 2008 nborder $8,092 $809 $8,102 $810 $17,813
B 2008 sales $809,002 $80,900 $8,010,002 $801,000 $9,700,904
B 2009 nborder $9,092 $909 $9,102 $910 $20,013
B 2009 sales $909,002 $90,900 $9,010,002 $901,000 $10,910,904
201709 P $3,470,376
201709 R $347,036
201710 P $34,074,416
201710 R $3,407,440
*/
