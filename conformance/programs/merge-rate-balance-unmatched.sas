/* source: sql_vs_merge.sas, Example 2 (Bob Heckel, github.com/bheckel/code) */
data r; input acct $ rate @@; datalines;
A 1 B 5 C 8
;
data m; input acct $ balance @@; datalines;
A 10 A 20 A 30 D 40
;
data all; merge r m; by acct; run;
proc print data=all noobs; run;
/* listing
acct    rate    balance
A        1        10
A        1        20
A        1        30
B        5         .
C        8         .
D        .        40
*/
