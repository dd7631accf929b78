/* source: infile options (blog.csdn.net chimoren0700, 2019), example of the SAS help for INFILE */
data q;
  infile datalines dsd;
  input Name : $9. Score Team : $25. Div $;
datalines;
Joseph,76,"Red Racers, Washington",AAA
Mitchel,82,"Blue Bunnies, Richmond",AAA
Sue Ellen,74,"Green Gazelles, Atlanta",AA
;
proc print data=q; run;
/* listing
1 Joseph 76 Red Racers, Washington AAA
2 Mitchel 82 Blue Bunnies, Richmond AAA
3 Sue Ellen 74 Green Gazelles, Atlanta AA
*/
