/* source: numeric format does not validate intervals properly (ChrisNZ, SAS Communities, message 934254) */
proc format;
  value big 8.400000000008E+11-8.400000000012E+11 = 'x';
  value tiny 8.400000000008E-11-8.400000000012E-11 = 'x';
run;
data _null_;
  p=8.400000000010E+11; put p best20. '/ ' p big20.;
  q=8.400000000000E+11; put q best20. '/ ' q big20.;
  r=8.400000000010E-11; put r best20. '/ ' r tiny20.;
  s=8.400000000000E-11; put s best20. '/ ' s tiny20.;
run;
/* log
840000000001/ x
840000000000/ 840000000000
8.40000000001E-11/ x
8.4E-11/ x
*/
