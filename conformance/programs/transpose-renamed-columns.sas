/* source: TRANSPOSE, rename-columns.sas and var.sas (renenyffenegger.ch, github about-SAS) */
data numbers;
  length num 8 txt $ 20;
  input num txt;
  datalines;
1 one
2 two
3 three
4 four
;
proc transpose data=numbers out=a(rename=(col1=a col2=b col3=c col4=d)); run;
proc print data=a noobs; run;
data words; array w{*} $ 20 num_1-num_3; input num_1-num_3; datalines;
one two three
;
proc transpose data=words out=b; var num_1-num_3; run;
proc print data=b noobs; run;
/* listing
_NAME_ a b c d
num 1 2 3 4
num_1 one
num_2 two
num_3 three
*/
