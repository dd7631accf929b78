/* source: Cumulative amount of consecutive days (SAS Communities, 2023): the column that was asked for */
data have;
  input id $ dt :date9. amount asked;
  format dt date9.;
  datalines;
A 09JUL2021 3600 3600
A 03AUG2021 456 489
A 04AUG2021 33 33
A 06AUG2021 235 335
A 07AUG2021 100 100
A 09AUG2021 86 86
A 12AUG2021 456 456
A 24AUG2021 22 1925
A 25AUG2021 987 1984
A 26AUG2021 916 997
A 27AUG2021 81 81
B 07AUG2021 554 992
B 08AUG2021 193 438
B 09AUG2021 245 245
;
data want;
  set have nobs=n;
  total = amount;
  do p = _n_ + 1 to min(_n_ + 2, n);
    set have(keep=id dt amount rename=(id=nid dt=ndt amount=namount)) point=p;
    if nid ne id or ndt ne dt + p - _n_ then leave;
    total + namount;
  end;
  put id dt total asked;
run;
/* log
A 09JUL2021 3600 3600
A 03AUG2021 489 489
A 04AUG2021 33 33
A 06AUG2021 335 335
A 07AUG2021 100 100
A 09AUG2021 86 86
A 12AUG2021 456 456
A 24AUG2021 1925 1925
A 25AUG2021 1984 1984
A 26AUG2021 997 997
A 27AUG2021 81 81
B 07AUG2021 992 992
B 08AUG2021 438 438
B 09AUG2021 245 245
*/
