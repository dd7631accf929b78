/* source: SAS 9.4 Language Reference: Concepts, How SAS Identifies the Beginning and End of a BY Group (support.sas.com) */
data places;
  length State $ 2 ZipCode $ 5 City $ 8;
  input State ZipCode City;
  datalines;
AZ 85730 Tucson
FL 33133 Miami
FL 33133 Miami
FL 33133 Miami
FL 33146 Miami
FL 33146 Miami
OH 45056 Miami
;
run;
data _null_;
  set places;
  by State City ZipCode;
  put _n_= state= first.state= last.state= first.city= last.city= / first.zipcode= last.zipcode=;
run;
/* log
_N_=1 State=AZ FIRST.State=1 LAST.State=1 FIRST.City=1 LAST.City=1
FIRST.ZipCode=1 LAST.ZipCode=1
_N_=2 State=FL FIRST.State=1 LAST.State=0 FIRST.City=1 LAST.City=0
FIRST.ZipCode=1 LAST.ZipCode=0
_N_=3 State=FL FIRST.State=0 LAST.State=0 FIRST.City=0 LAST.City=0
FIRST.ZipCode=0 LAST.ZipCode=0
*/
