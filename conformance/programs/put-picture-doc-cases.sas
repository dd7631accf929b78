/* source: FORMAT Procedure, PICTURE Statement (support.sas.com, SAS 9.4 Procedures Guide) */
proc format;
  picture mio low-high='09.9M' (prefix='$' mult=.00001);
  picture way 1-1000='0000' 1000<-high='>1000 miles' (noedit);
  picture fee low-high='000,009.99' (prefix='$');
  picture dom 01-31='99' other='99-illegal day value';
run;
data _null_;
  a=1600000; put a mio.;
  b=1001; put b way.;
  c=25500; put c fee.;
  d=2; put d dom.;
  d=67; put d dom.;
run;
/* log
$1.6M
>1000 miles
$25,500.00
02
67-illegal day value
*/
