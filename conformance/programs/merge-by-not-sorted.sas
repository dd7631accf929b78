/* source: programming/data-step/merge/sort-order (René Nyffenegger, about-SAS, github.com/ReneNyffenegger/about-SAS) */
data ENGLISH; input num en :$10. @@; datalines;
4 four 3 three 2 two 1 one 5 five
;
data GERMAN; input num gr :$10. @@; datalines;
1 eins 2 zwei 5 fünf 4 vier 3 drei
;
data t; merge ENGLISH GERMAN; by num; run;
/* log
ERROR: BY variables are not properly sorted on data set WORK.ENGLISH.
*/
