/* source: Removing duplicates when first and last names may be reversed, without a hash (github.com/rogerjdeangelis) */
data have;
  input first $ last $;
  datalines;
JOE DOE
TED WON
WON TED
JOY JAN
MOE KOE
;
data rev;
  set have;
  savfirst = first; savlast = last;
  call sortc(first, last);
run;
proc sort data=rev equals; by first last; run;
data want;
  set rev; by first last;
  if first.last then output;
  keep savfirst savlast;
run;
proc print data=want; run;
/* listing
1 JOE DOE
2 JOY JAN
3 MOE KOE
4 TED WON
*/
