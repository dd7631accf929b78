/* source: sas/lostcard.sas (Bob Heckel, github.com/bheckel/code) */
filename f temp;
data _null_;
  file f;
  put '301    32' / '301    61432' / '301    127' / '302    61' / '302    83171' / '400    46';
  put '409    23145' / '400    197' / '411    53' / '411    99551' / '411    139';
run;
data without;
  infile f;
  input id 1-3 age 8-9 #2 id2 1-3 loc #3 id3 1-3 wt;
run;
data inspect;
  infile f;
  input id 1-3 age 8-9 #2 id2 1-3 loc #3 id3 1-3 wt;
  if id ne id2 or id ne id3 then do;
    put 'DATA RECORD ERROR: ' id= id2= id3=;
    lostcard;
  end;
run;
proc print data=without; run;
proc print data=inspect; run;
/* listing
Obs id age id2 loc id3 wt
1 301 32 301 61432 301 127
2 302 61 302 83171 400 46
3 409 23 400 197 411 53
1 301 32 301 61432 301 127
2 411 53 411 99551 411 139
*/
