/* source: STAT 4197/6197 course notes, Week 4, Ex13_length_lengthc (ProcJimi/curriculum, GitHub, 2019) */
data sizes;
  blank = ' ';
  lengthc_of_dot = lengthc(dot);
  length_of_dot = length(dot);
  dot = .;
  lengthc_of_blank = lengthc(blank);
  length_of_blank = length(blank);
run;
options linesize=132;
proc print data=sizes; run;
/* listing
Obs blank lengthc_of_dot dot length_of_dot lengthc_of_blank length_of_blank
1 12 . 12 1 1
*/
