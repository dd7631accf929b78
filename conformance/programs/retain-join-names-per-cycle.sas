/* source: How to transpose and concatenate observations by ID in one data step (SAS Forum; rogerjdeangelis on GitHub) */
data cycles;
  input id $ cycle name $ @@;
  cards4;
11 1 aa 11 1 bb 11 2 aa 11 2 ss 22 1 dd 22 1 df 22 2 aa 22 2 vv 22 3 cc 33 1 df 33 2 vv
33 3 cc 33 3 ss 33 4 ss 33 4 vv 44 1 cc 44 2 bb 44 2 df 44 2 vv 44 3 aa 44 4 df
;;;;
proc sort data=cycles out=once nodupkey; by id cycle name; run;
data wide;
  retain id cyc1-cyc4;
  array cyc[4] $ 20;
  set once;
  by id;
  cyc[cycle] = catx('-', cyc[cycle], name);
  if last.id then do;
    output;
    call missing(of cyc[*]);
  end;
  keep id cyc1-cyc4;
run;
proc print data=wide noobs;
run;
/* listing
id cyc1 cyc2 cyc3 cyc4
11 aa-bb aa-ss
22 dd-df aa-vv cc
33 df vv cc-ss ss-vv
44 cc bb-df-vv aa df
*/
