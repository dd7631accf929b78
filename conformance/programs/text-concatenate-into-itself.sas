/* source: SAS Some question regarding the concatenation operator (hyg17, Richard, Stack Overflow 52902581) */
data staff;
  jobA = 'FA';
  jobB = '1';
  jobA = jobA || jobB;
run;
proc print data=staff; run;
/* listing
Obs jobA jobB
1 FA 1
*/
