/* source: Reading Missing Values in Raw Data (SAS 9.2 Language Reference: Concepts, support.sas.com a003209917) */
data ans;
  missing a b c;
  input name $8. Answer1 Answer2 Answer3;
datalines;
Smith    2 5 9
Jones    4 b 8
Carter   a 4 7
Reed     3 5 c
;
proc print data=ans; run;
data dot;
  input name $8. Answer1 Answer2 Answer3;
datalines;
Smith    2 5 9
Jones    4 .b 8
Carter   .a 4 7
Reed     3 5 .c
;
proc print data=dot; run;
/* listing
Obs name Answer1 Answer2 Answer3
1 Smith 2 5 9
2 Jones 4 B 8
3 Carter A 4 7
4 Reed 3 5 C
Obs name Answer1 Answer2 Answer3
1 Smith 2 5 9
2 Jones 4 B 8
3 Carter A 4 7
4 Reed 3 5 C
*/
