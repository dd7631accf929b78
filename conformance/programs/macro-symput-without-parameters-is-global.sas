/* source: Sometimes a macro without an argument will not create a local symbol table (SAS-L; github.com/rogerjdeangelis) */
data mydata;
  input a b;
  datalines;
1 2
3 4
;
%macro m1;
  data _null_; set mydata; if a = 1 then call symput('x1', put(b, 1.)); run;
%mend;
%macro m2(n=);
  data _null_; set mydata; if a = 1 then call symput('x2', put(b, 1.)); run;
%mend;
%m1
%m2(n=1)
%put &x1;
%put &x2;
/* log
2
WARNING: Apparent symbolic reference X2 not resolved.
&x2
*/
