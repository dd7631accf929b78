/* source: coalesce_fulljoin.sas, match-merge adapted from SAS Certification questions (Bob Heckel, github.com/bheckel/code) */
data one; input num ch1 $ @@; datalines;
1 A 2 B 4 D
;
data two; input num ch2 $ @@; datalines;
2 X 3 Y 5 V
;
data three; merge one two; by num; run;
proc print data=three noobs; run;
/* listing
num    ch1    ch2
1      A
2      B      X
3             Y
4      D
5             V
*/
