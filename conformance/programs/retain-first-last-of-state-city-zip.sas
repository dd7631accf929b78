/* source: SAS 9.4 Language Reference: Concepts, BY-Group Processing, FIRST. and LAST. of State, City and ZipCode */
data testfile;
  input State $ ZipCode $ City $ Street $ 19-33;
  datalines;
AZ 85730 Tucson   Gleeson Place
FL 33133 Miami    Rice Street
FL 33133 Miami    Thomas Avenue
FL 33133 Miami    Surrey Drive
FL 33146 Miami    Nervia Street
FL 33146 Miami    Corsica Street
OH 45056 Miami    Myrtle Street
;
data _null_;
  set testfile;
  by State City ZipCode;
  put _n_= State= first.State= last.State= first.City= last.City=;
  put first.ZipCode= last.ZipCode=;
run;
/* log
_N_=1 State=AZ FIRST.State=1 LAST.State=1 FIRST.City=1 LAST.City=1
FIRST.ZipCode=1 LAST.ZipCode=1
_N_=2 State=FL FIRST.State=1 LAST.State=0 FIRST.City=1 LAST.City=0
FIRST.ZipCode=1 LAST.ZipCode=0
_N_=3 State=FL FIRST.State=0 LAST.State=0 FIRST.City=0 LAST.City=0
FIRST.ZipCode=0 LAST.ZipCode=0
*/
