/* source: The FORMAT Procedure, Example 7: Retrieving a Permanent Format (support.sas.com, SAS 9.2 Procedures Guide) */
proc format;
  picture short low - -1='00.00' (prefix='-') -1<-<0='99' (prefix='-.' mult=100)
    0-<1='99' (prefix='.' mult=100) 1-high='00.00';
run;
data _null_;
  do v=-2.051, -.05, 0, .093, .54, 6.6, 14.63;
    put v short.;
  end;
run;
/* log
-2.05
-.05
.00
.09
.54
6.60
14.63
*/
