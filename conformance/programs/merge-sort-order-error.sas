/* source: MERGE of data sets, sort-order.sas (renenyffenegger.ch, github about-SAS) */
data english;
  input num en $ @@;
  datalines;
4 four 3 three 2 two
;
data german;
  input num gr $ @@;
  datalines;
1 eins 2 zwei
;
data translation; merge english german; by num; run;
/* log
ERROR: BY variables are not properly sorted on data set WORK.ENGLISH.
*/
