/* source: formatted PUT, basic.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  val = 4242;
  put val time10.;
  put val=;
  put val= time10.;
run;
/* log
1:10:42
val=4242
val=1:10:42
*/
