/* source: Z format (renenyffenegger.ch, github about-SAS, formats-informats/z.sas) */
data _null_;
  val = 12345.789;
  put val z. / val z3. / val z3.1 / val z6.1 / val z6.3 / val z7.1 / val z7.2 / val z10.2 / val z10.3 / val z10.4;
run;
/* log
*
1E4
1E4
012346
012346
12345.8
12345.8
0012345.79
012345.789
12345.7890
*/
