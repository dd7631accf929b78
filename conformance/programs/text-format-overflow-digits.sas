/* source: SAS formats hex and percent, files from-number.sas and percent.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  do x = 65535, 65536, 65537;
    put 'hex ' x x hex4.;
  end;
  p = 0.1813;
  put 'percent ' p percent4.2;
run;
/* log
hex 65535 FFFF
hex 65536 0000
hex 65537 0001
percent *%
*/
