/* source: In SAS, what does the option "dsd" stand for? (Stack Overflow 20833114, Yick Leung, 2013) */
data d;
  infile datalines dlm=',' dsd;
  input A B C D $;
datalines;
171,255,,dog
;
proc print data=d noobs; run;
/* listing
A B C D
171 255 . dog
*/
