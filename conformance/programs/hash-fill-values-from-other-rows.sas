/* source: Hash filling in missing gender for my patients appointments, solution by Draycut (SAS Forum; rogerjdeangelis on GitHub) */
data visits;
  input day $ patient $ gender $;
  cards4;
10JAN19 Joe M
13JAN19 MAT F
17JAN19 Joe .
19JAN19 Tom F
22JAN19 Moe M
24JAN19 Moe .
25JAN19 Ted .
26JAN19 Ted M
29JAN19 Tom .
;;;;
data filled;
  if _n_ = 1 then do;
    declare hash known(dataset: "visits(where=(not missing(gender)))");
    known.definekey('patient');
    known.definedata('gender');
    known.definedone();
  end;
  set visits;
  if missing(gender) then rc = known.find();
  drop rc;
run;
proc print data=filled noobs;
run;
/* listing
day patient gender
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
