/* source: STAT 4197/6197 course notes, Week 2, Ex9_DLM_DSD_MISSOVER (Part 4) (ProcJimi/curriculum, GitHub, 2019) */
data states;
  infile datalines dsd;
  input st_name ~ $33. percent;
  datalines;
 "Alabama, The Yellowhammer State", 77.0
 "California, The Golden State",  76.1
;
proc print data=states; run;
/* listing
Obs st_name percent
1 "Alabama, The Yellowhammer State" 77.0
2 "California, The Golden State" 76.1
*/
