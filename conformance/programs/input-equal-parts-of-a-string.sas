/* source: Split a string into an array of equal length substrings (SAS-L; rogerjdeangelis on GitHub) */
data parts;
  input names $12. @1 (nam1-nam4) ($3.);
  cards4;
TimLizTedRob
;;;;
proc print data=parts noobs; run;
/* listing
names nam1 nam2 nam3 nam4
TimLizTedRob Tim Liz Ted Rob
*/
