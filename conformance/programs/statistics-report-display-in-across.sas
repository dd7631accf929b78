/* source: Proc report group by three columns with three levels across and create an output data set (SAS Communities; rogerjdeangelis on GitHub) */
/* differs: an error, since an ACROSS variable above a display variable is not supported */
data events;
  input pid age sex race event2 $ sector $ score;
  cards4;
101 21 1 1 fever EMEA 25
102 21 2 2 pain FDA 45
103 31 1 3 headac FDA 54
104 43 2 4 joint EMEA 66
105 43 2 5 cold EMEA 100
106 75 2 6 anemia EMEA 232
;;;;
ods output report=crossed;
proc report data=events;
  column pid age sex race sector, (event2 score);
  define pid / group;
  define age / group;
  define sex / group;
  define race / group;
  define sector / across;
run;
data _null_;
  set crossed;
  put pid age sex race _c5_ _c6_ _c7_ _c8_;
run;
/* log
101 21 1 1 fever 25   .
102 21 2 2   . pain 45
103 31 1 3   . headac 54
104 43 2 4 joint 66   .
105 43 2 5 cold 100   .
106 75 2 6 anemia 232   .
*/
