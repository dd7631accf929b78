/* source: sas/long_to_wide_WO_transpose.sas, from SAS Global Forum paper 354-2009 (Bob Heckel, github.com/bheckel/code) */
options ls=150;
data marks;
  input name $ classname $ grade;
  datalines;
anne math 98
anne science 88
anne english 87
anne music 90
mike math 100
mike science 99
mike english 97
;
run;
data columns;
  retain subj1-subj4 score1-score4;
  array subj(4) $ subj1-subj4;
  array score(4) score1-score4;
  set marks;
  by name;
  if first.name then do;
    i = 0;
    call missing(of subj(*), of score(*));
  end;
  i + 1;
  subj(i) = classname;
  score(i) = grade;
  if last.name;
  drop i classname grade;
run;
proc print data=columns;
run;
/* listing
Obs subj1 subj2 subj3 subj4 score1 score2 score3 score4 name
1 math science english music 98 88 87 90 anne
2 math science english 100 99 97 . mike
*/
