/* source: programming/data-step/merge/duplicate (René Nyffenegger, about-SAS, github.com/ReneNyffenegger/about-SAS) */
data e; input num en :$10. @@; datalines;
1 one 2 two 3 three 4 four 5 five
;
data g; input num gr :$10. @@; datalines;
1 eins 2 zwei 3 drei 4 vier 5 fünf 5 fuenf
;
data t; merge e g; by num; run;
proc print data=t noobs; var en num gr; run;
/* listing
en      num     gr
one       1     eins
two       2     zwei
three     3     drei
four      4     vier
five      5     fünf
five      5     fuenf
*/
