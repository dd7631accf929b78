/* source: The FORMAT Procedure, Example 7: Retrieving a Permanent Format (support.sas.com, SAS 9.2 Procedures Guide) */
/* differs: -.01 comes, the rest after MULT= cut off; the page shows it rounded, though its picture has no ROUND */
proc format;
  picture short low - -1='00.00' (prefix='-') -1<-<0='99' (prefix='-.' mult=100)
    0-<1='99' (prefix='.' mult=100) 1-high='00.00';
run;
data _null_;
  v=-.017;
  put v short.;
run;
/* log
-.02
*/
