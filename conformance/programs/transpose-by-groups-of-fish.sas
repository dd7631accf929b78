/* source: SAS 9.2 Base Procedures Guide, The TRANSPOSE Procedure, Example 4: Transposing BY Groups */
data fishdata;
  infile datalines missover;
  input location & $10. date date7. length1 weight1 length2 weight2 length3 weight3 length4 weight4;
  format date date7.;
  datalines;
Cole Pond   2JUN95 31 .25 32 .3  32 .25 33 .3
Cole Pond   3JUL95 33 .32 34 .41 37 .48 32 .28
Cole Pond   4AUG95 29 .23 30 .25 34 .47 32 .3
Eagle Lake  2JUN95 32 .35 32 .25 33 .30
Eagle Lake  3JUL95 30 .20 36 .45
Eagle Lake  4AUG95 33 .30 33 .28 34 .42
;
proc transpose data=fishdata out=lengths(rename=(col1=measurement));
  var length1-length4;
  by location date;
run;
proc print data=lengths noobs;
run;
/* listing
location date _NAME_ measurement
Cole Pond 02JUN95 length1 31
Cole Pond 02JUN95 length2 32
Cole Pond 02JUN95 length3 32
Cole Pond 02JUN95 length4 33
Cole Pond 03JUL95 length1 33
Cole Pond 03JUL95 length2 34
Cole Pond 03JUL95 length3 37
Cole Pond 03JUL95 length4 32
Cole Pond 04AUG95 length1 29
Cole Pond 04AUG95 length2 30
Cole Pond 04AUG95 length3 34
Cole Pond 04AUG95 length4 32
Eagle Lake 02JUN95 length1 32
Eagle Lake 02JUN95 length2 32
Eagle Lake 02JUN95 length3 33
Eagle Lake 02JUN95 length4 .
Eagle Lake 03JUL95 length1 30
Eagle Lake 03JUL95 length2 36
Eagle Lake 03JUL95 length3 .
Eagle Lake 03JUL95 length4 .
Eagle Lake 04AUG95 length1 33
Eagle Lake 04AUG95 length2 33
Eagle Lake 04AUG95 length3 34
Eagle Lake 04AUG95 length4 .
*/
