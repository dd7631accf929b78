/* source: STAT 4197/6197 course notes, Week 4, Ex3_CATX and Ex4_CATX_IFC (ProcJimi/curriculum, GitHub, 2019) */
data tools;
  input (id R SAS Python SPSS Stata) ($);
  list = catx(', ', ifc(R = 'Yes', 'R', ''), ifc(SAS = 'Yes', 'SAS', ''), ifc(Python = 'Yes', 'Python', ''),
              ifc(SPSS = 'Yes', 'SPSS', ''), ifc(Stata = 'Yes', 'Stata', ''));
  datalines;
ID01 Yes Yes No No No
ID02 No Yes No No Yes
ID03 No Yes Yes No No
ID04 Yes Yes Yes No No
;
proc print data=tools noobs; run;
data entry;
  infile datalines dlm=',';
  input state : $22. weekday : $10. monthday : $15. year;
  entered = catx(',', weekday, monthday, year);
  put state= entered=;
  datalines;
     Delaware, Friday,  December 7, 1787
     New Jersey, Tuesday,  December 18, 1787
     South Carolina, Friday,  May 23, 1788
;
/* log
state=Delaware entered=Friday,December 7,1787
state=New Jersey entered=Tuesday,December 18,1787
state=South Carolina entered=Friday,May 23,1788
*/
/* listing
id R SAS Python SPSS Stata list
ID01 Yes Yes No No No R, SAS
ID02 No Yes No No Yes SAS, Stata
ID03 No Yes Yes No No SAS, Python
ID04 Yes Yes Yes No No R, SAS, Python
*/
