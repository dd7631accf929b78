/* source: STAT 4197/6197 course notes, Week 4, Ex17_Advance_Dates_INTNX (ProcJimi/curriculum, GitHub, 2019) */
data moved;
  some_date = '31Aug2018'd;
  next_fw = intnx('month', some_date, 2);
  next_bw = intnx('month', some_date, -2);
  next_b = intnx('month', some_date, 2, 'beginning');
  next_m = intnx('month', some_date, 2, 'middle');
  next_e = intnx('month', some_date, 2, 'end');
  next_s = intnx('month', some_date, 2, 'same');
  format some_date next: date9.;
run;
proc print data=moved noobs; run;
/* listing
some_date next_fw next_bw next_b next_m next_e next_s
31AUG2018 01OCT2018 01JUN2018 01OCT2018 16OCT2018 31OCT2018 31OCT2018
*/
