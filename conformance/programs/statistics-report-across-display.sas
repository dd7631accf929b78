/* source: Transpose data for two columns based on two sectors (SAS Communities 846356; rogerjdeangelis on GitHub) */
/* differs: ERROR, an ACROSS variable over a DISPLAY variable is not supported */
data visits;
  input pid age sex race event2 $ sector $ score;
  datalines;
101 21 1 1 fever EMEA 25
102 21 2 2 pain FDA 45
103 31 1 3 headac FDA 54
104 43 2 4 joint EMEA 66
105 43 2 5 cold EMEA 100
106 75 2 6 anemia EMEA 232
;
run;
proc report data=visits;
  column pid age sex race sector,(event2 score);
  define pid / group;
  define age / group;
  define sex / group;
  define race / group;
  define sector / across;
run;
/* listing
sector
EMEA FDA
pid age sex race event2 score event2 score
101 21 1 1 fever 25 .
102 21 2 2 . pain 45
103 31 1 3 . headac 54
104 43 2 4 joint 66 .
105 43 2 5 cold 100 .
106 75 2 6 anemia 232 .
*/
