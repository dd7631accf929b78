/* source: Removing duplicates when first and last names may be reversed (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input first $ last $;
  datalines;
JOE DOE
TED WON
WON TED
JOY JAN
MOE KOE
;
data _null_;
  if 0 then set have;
  declare hash h(ordered: 'a');
  h.definekey('first', 'last');
  h.definedone();
  do until (done);
    set have end=done;
    if 0 = h.check(key: first, key: last) or 0 = h.check(key: last, key: first) then put 'duplicate ' first last;
    else h.add();
  end;
  h.output(dataset: 'unique');
  stop;
run;
proc print data=unique; run;
/* log
duplicate WON TED
*/
/* listing
1 JOE DOE
2 JOY JAN
3 MOE KOE
4 TED WON
*/
