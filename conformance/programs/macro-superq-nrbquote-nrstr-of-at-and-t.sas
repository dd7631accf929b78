/* source: STAT 4197/6197 course notes, Week 10, Quoting_Functions (ProcJimi/curriculum, GitHub, 2019) */
data one;
  call symput('store1', 'AT&T');
run;
%let sq1=%superq(store1);
%let nb1=%nrbquote(&store1);
%let ns1=%nrstr(&store1);
%put &=sq1 &=nb1 &=ns1;
/* log
NOTE: The data set WORK.ONE has 1 observations and 0 variables.
WARNING: Apparent symbolic reference T not resolved.
SQ1=AT&T NB1=AT&T NS1=&store1
*/
