/* PROC MEANS: tables, classes, formats, BY groups. The first table is the one of every course book. */
data class;
  input name $ sex $ age height weight;
  label height='Height in inches';
  datalines;
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Barbara F 13 65.3 98.0
Carol F 14 62.8 102.5
Henry M 14 63.5 102.5
James M 12 57.3 83.0
Jane F 12 59.8 84.5
Janet F 15 62.5 112.5
Jeffrey M 13 62.5 84.0
John M 12 59.0 99.5
Joyce F 11 51.3 50.5
Judy F 14 64.3 90.0
Louise F 12 56.3 77.0
Mary F 15 66.5 112.0
Philip M 16 72.0 150.0
Robert M 12 64.8 128.0
Ronald M 15 67.0 133.0
Thomas M 11 57.5 85.0
William M 15 66.5 112.0
;
run;

proc means data=class;
run;

title 'By sex';
proc means data=class maxdec=2 n nmiss mean median q1 q3 clm;
  class sex;
  var weight height;
run;

title;
proc means data=class mean stderr t probt skewness kurtosis cv;
  var height;
run;

proc format;
  value span low-12='young' 13-14='middle' 15-high='old';
run;

proc means data=class n mean printalltypes;
  class sex age;
  format age span.;
  var height;
run;

proc means data=class n sum nonobs;
  class age / descending;
  types age;
  where sex='F';
  var weight;
run;

proc means data=class n min max range;
  class sex / order=data;
  var age;
run;

data females;
  set class(where=(sex='F'));
run;

data males;
  set class(where=(sex='M'));
run;

data grouped;
  set females males;
run;

proc means data=grouped mean std;
  by sex;
  var age weight;
run;

data mixed;
  set males females males;
run;

proc means data=mixed n mean;
  by sex notsorted;
  var age;
run;

proc summary data=class print;
  class age;
run;

options linesize=64;
proc means data=class n mean std min max p5 p95 lclm;
  class sex;
run;

data extreme;
  x = 1; output;
  x = 1e308; output; output;
run;

proc means data=extreme n mean std var css;
run;

data constant;
  do i = 1 to 5; x = 3; output; end;
run;

proc means data=constant mean std t probt;
  var x;
run;
