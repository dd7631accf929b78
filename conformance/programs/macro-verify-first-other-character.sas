/* source: SAS 9.4 Macro Language: Reference, %VERIFY Autocall Macro */
%put %verify(12345a7,0123456789);
%put %verify(2020,0123456789);
%put %verify(MR*,ABCDEFGHIJKLMNOPQRSTUVWXYZ);
/* log
6
0
3
*/
