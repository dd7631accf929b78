/* source: HEXw. Format, SAS 9.4 Formats and Informats: Reference (SAS Institute) */
data _null_;
  do v = 35.4, 88, 2.33, -150, 123;
    put v hex8.;
  end;
run;
/* log
00000023
00000058
00000002
FFFFFF6A
0000007B
*/
