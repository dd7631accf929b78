/* source: MERGE of data sets, basic.sas and missing.sas (renenyffenegger.ch, github about-SAS) */
data english;
  input num en $;
  datalines;
1 one
2 two
3 three
4 four
;
data german;
  input num gr $;
  datalines;
1 eins
3 drei
4 vier
5 fuenf
;
data both; merge english german; by num; run;
proc print data=both noobs; run;
/* listing
num en gr
1 one eins
2 two
3 three drei
4 four vier
5 fuenf
*/
