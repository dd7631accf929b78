/* source: Partial and total rolling sums for a window of three (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input date $ number;
  datalines;
062018 10
052018 15
042018 20
032018 15
022018 30
012018 10
;
data _null_;
  merge have have(firstobs=2 keep=number rename=(number=n2)) have(firstobs=3 keep=number rename=(number=n3));
  rolling = sum(number, n2, n3);
  put date number rolling;
run;
/* log
062018 10 45
052018 15 50
042018 20 65
032018 15 55
022018 30 40
012018 10 10
*/
