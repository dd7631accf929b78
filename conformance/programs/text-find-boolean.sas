/* source: STAT 4197/6197 course notes, Week 4, Ex7_index_find (Nat Wooding and data_null_, SAS-L) (ProcJimi/curriculum, GitHub, 2019) */
data notes;
  input @1 condition $22.;
  datalines;
heart failure
early heart failure
failure of the heart
;
data flags;
  set notes;
  if index(upcase(condition), 'HEART FAILURE') then hf1 = 1; else hf1 = 0;
  hf2 = (index(upcase(condition), 'HEART FAILURE') gt 0);
  hf3 = find(condition, 'heart failure', 'I') gt 0;
run;
proc print data=flags noobs; run;
/* listing
condition hf1 hf2 hf3
heart failure 1 1 1
early heart failure 1 1 1
failure of the heart 0 0 0
*/
