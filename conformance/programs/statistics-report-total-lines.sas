/* source: Proc report, grouped summarizations (SAS Communities 642879; rogerjdeangelis on GitHub) */
data pupils;
  length name $ 1;
  input name sex $ @@;
  datalines;
J F A F J M J M J F J F J M J F A M
;
run;
proc report data=pupils;
  column name sex n m f;
  define name / group;
  define sex / group;
  define m / computed noprint;
  define f / computed noprint;
  compute m;
    boys = sum(boys, (sex = 'M')*n);
    m = boys;
  endcomp;
  compute f;
    girls = sum(girls, (sex = 'F')*n);
    f = girls;
  endcomp;
  compute after;
    length top bottom $ 20;
    top = catx(' ', 'All F', f);
    bottom = catx(' ', 'M', m);
    line top $20.;
    line bottom $20.;
  endcomp;
run;
/* listing
A F 1
M 1
J F 4
M 3
All F 5
M 4
*/
