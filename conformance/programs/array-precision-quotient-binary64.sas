/* source: Applying int function to a division results in unexpected value (andreas_lds, SAS Communities, 2019) */
data _null_;
  format got want binary64.;
  want = 32640;
  n = 1632; d = 5;
  got = (n/d)*100;
  put want=;
  put got=;
run;
/* log
want=0100000011011111111000000000000000000000000000000000000000000000
got=0100000011011111110111111111111111111111111111111111111111111111
*/
