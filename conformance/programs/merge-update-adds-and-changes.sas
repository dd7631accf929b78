/* source: UPDATE of a master, update/basic.sas (renenyffenegger.ch, github about-SAS) */
data master;
  input num txt $;
  datalines;
1 one
2 two
3 trhee
4 four
6 six
;
data transaction;
  input num txt $;
  datalines;
3 three
5 five
;
data updated; update master transaction; by num; run;
proc print data=updated noobs; run;
/* listing
num txt
1 one
2 two
3 three
4 four
5 five
6 six
*/
