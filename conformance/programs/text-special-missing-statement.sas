/* source: STAT 4197/6197 course notes, Week 2, Ex19_Missing (ProcJimi/curriculum, GitHub, 2019) */
data arrests;
  length state $20;
  infile datalines firstobs=2;
  input state v1-v4;
  missing M;
  datalines;
state     v1   v2  v3 v4
Alabama     13.2   236     58     21.2
Alaska      10     263     48      M
California   9     276     91      M
Colorado     7.9    M       78    38.7
Connecticut  3.3   110     77     11.1
;
proc print data=arrests noobs; run;
/* listing
state v1 v2 v3 v4
Alabama 13.2 236 58 21.2
Alaska 10.0 263 48 M
California 9.0 276 91 M
Colorado 7.9 M 78 38.7
Connecticut 3.3 110 77 11.1
*/
