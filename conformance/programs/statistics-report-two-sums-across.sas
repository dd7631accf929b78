/* source: SAS transpose table by two variables, not supported by proc transpose (rogerjdeangelis on GitHub) */
data cars;
  input makname $ mloname $ tcode $ count percent;
  cards4;
ABARTH  124     Miss  5     5.1
ABARTH  124     Hit   94    94.9
FIAT    124     Miss  30    12
FIAT    124     Hit   220   88
;;;;
ods output report=crossed;
proc report data=cars;
  column makname mloname tcode, (count percent);
  define makname / group;
  define mloname / group;
  define tcode / across;
  define count / sum;
  define percent / sum;
run;
data _null_;
  set crossed;
  put makname mloname _c3_ _c4_ 5.1 _c5_ 4. _c6_ 5.1;
run;
/* log
ABARTH 124 94 94.9   5  5.1
FIAT 124 220 88.0  30 12.0
*/
