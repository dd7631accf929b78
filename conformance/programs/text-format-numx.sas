/* source: SAS format numx, file numx.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  x = 42.123;
  put 'n ' x numx8.5 +1 x numx7.5 +1 x numx6.5 +1 x numx6.3 +1 x numx6.2;
run;
/* log
n 42,12300 42,1230 42,123 42,123 42,12
*/
