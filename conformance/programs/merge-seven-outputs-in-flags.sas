/* source: c07_create_all_data_sets, Chapter 07 Pandas Part 2 (counts from a log of WPS; Randy Betancourt, Python for SAS Users, github.com/RandyBetancourt/PythonForSASUsers) */
data l; length name $32; input name & $ age gender $; datalines;
Gunter, Thomas  27 M
Harbinger, Nicholas  36 M
Benito, Gisela  32 F
Rudelich, Herbert  39 M
Sirignano, Emily  12 F
Morrison, Michael  32 M
Morrison, Michael  32 M
Onieda, Jacqueline  31 F
;
data r; length name $32; input idnumber :$11. name & $ salary; datalines;
929-75-0218 Gunter, Thomas  27500
446-93-2122 Harbinger, Nicholas  33900
228-88-9649 Benito, Gisela  28000
029-46-9261 Rudelich, Herbert  35000
442-21-8075 Sirignano, Emily  5000
321-82-5771 Valpolicella, Vino  88000
;
proc sort data=l; by name; run;
proc sort data=r; by name; run;
data o1 o2 o3 o4 o5 o6 o7;
  merge l(in=l) r(in=r); by name;
  if l=l and r=1 then output o1;
  if r=1 then output o2;
  if l=1 then output o3;
  if l=1 or r=1 then output o4;
  if l=0 and r=1 then output o5;
  if l=1 and r=0 then output o6;
  if l=0 or r=0 then output o7;
run;
data _null_;
  if 0 then do; set o1 nobs=both; set o2 nobs=right; set o3 nobs=left; set o4 nobs=allrows;
    set o5 nobs=nomatchl; set o6 nobs=nomatchr; set o7 nobs=nomatch; end;
  put both= right= left= allrows= nomatchl= nomatchr= nomatch=;
  stop;
run;
/* log
both=6 right=6 left=8 allrows=9 nomatchl=1 nomatchr=3 nomatch=4
*/
