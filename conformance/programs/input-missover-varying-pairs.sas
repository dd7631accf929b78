/* source: February 2005 Technical Tip: Multiple Records from a Single Observation (caliberdt.com, 2005) */
data acc;
  infile datalines missover;
  input id $ acct @;
  do while (acct ne .);
    input bal : dollar. @;
    output;
    input acct @;
  end;
  format bal dollar.;
datalines;
01   11    $20    12    $30    13    $35
02   21    $15    22    $25
;
proc print data=acc; run;
/* listing
Obs id acct bal
1 01 11 $20
2 01 12 $30
3 01 13 $35
4 02 21 $15
5 02 22 $25
*/
