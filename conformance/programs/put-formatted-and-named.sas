/* source: formatted PUT, basic.sas (renenyffenegger.ch, github about-SAS) */
/* differs: there is no format DEUDFDD */
data _null_;
  val = 4242;
  put val;
  put val deudfdd10.;
  put val time10.;
  put val=;
  put val= deudfdd10.;
  put val= time10.;
run;
/* log
4242
13.08.1971
1:10:42
val=4242
val=13.08.1971
val=1:10:42
*/
