/* source: Hash filling in missing gender for my patients appointments (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input appointment $ patient $ gender $;
  datalines;
10JAN19 Joe M
13JAN19 MAT F
17JAN19 Joe .
19JAN19 Tom F
22JAN19 Moe M
24JAN19 Moe .
25JAN19 Ted .
26JAN19 Ted M
29JAN19 Tom .
;
data want(drop=rc);
  if _n_ = 1 then do;
    declare hash h(dataset: 'have(where=(not missing(gender)))');
    h.definekey('patient');
    h.definedata('gender');
    h.definedone();
  end;
  set have;
  rc = h.find();
run;
proc print data=want noobs; run;
/* listing
10JAN19 Joe M
13JAN19 MAT F
17JAN19 Joe M
19JAN19 Tom F
22JAN19 Moe M
24JAN19 Moe M
25JAN19 Ted M
26JAN19 Ted M
29JAN19 Tom F
*/
