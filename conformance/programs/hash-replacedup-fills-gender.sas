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
data _null_;
  if 0 then set visits;
  declare hash of(dataset: 'visits', multidata: 'yes');
  of.definekey('patient');
  of.definedata('day', 'patient', 'gender');
  of.definedone();
  length known $ 8;
  do until (done);
    set visits end=done;
    known = gender;
    if not missing(known) then do;
      rc = of.find();
      do while (rc = 0);
        if missing(gender) then do;
          gender = known;
          rc = of.replacedup();
        end;
        rc = of.find_next();
      end;
    end;
  end;
  rc = of.output(dataset: 'filled');
  stop;
run;
proc sort data=filled; by day; run;
proc print data=filled noobs; run;
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
