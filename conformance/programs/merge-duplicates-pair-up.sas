/* source: MERGE of data sets, duplicate.sas and duplicate-2.sas (renenyffenegger.ch, github about-SAS) */
data english;
  input num en $ @@;
  datalines;
3 three 4 four 5 five 5 FIVE
;
data german;
  input num gr $ @@;
  datalines;
3 drei 4 vier 5 fuenf 5 FUENF
;
data pairs; merge english german; by num; run;
proc print data=pairs noobs; run;
data once; merge english(where=(en ne 'FIVE')) german; by num; run;
proc print data=once noobs; run;
/* listing
3 three drei
4 four vier
5 five fuenf
5 FIVE FUENF
3 three drei
4 four vier
5 five fuenf
5 five FUENF
*/
