/* source: STAT 4197/6197 course notes, Week 2, Ex9_DLM_DSD_MISSOVER and Ex11_Question_marks (ProcJimi/curriculum, GitHub, 2019) */
data flights;
  infile datalines dsd;
  input airport : $3. flight : 8. airline : $8. day : mmddyy10.;
  format day date9.;
  datalines;
IDA, 972, Spirit, "05/14/14"
DCA,617,,"05/18/2018"
;
proc print data=flights; run;
data copay;
  infile datalines dlm=',';
  input day ?? : mmddyy. amount;
  format day mmddyy10.;
  datalines;
10/05/2004,25
02/29/2015,25
;
proc print data=copay; run;
/* listing
Obs airport flight airline day
1 IDA 972 Spirit 14MAY2014
2 DCA 617 18MAY2018
Obs day amount
1 10/05/2004 25
2 . 25
*/
