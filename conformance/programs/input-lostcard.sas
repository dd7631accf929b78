/* source: LOSTCARD Statement (SAS 9.4 Statements: Reference, go.documentation.sas.com) */
data insp;
  input id 1-3 age 8-9 #2 id2 1-3 loc #3 id3 1-3 wt;
  if id ne id2 or id ne id3 then do;
    put 'BAD GROUP: ' id= id2= id3=;
    lostcard;
  end;
datalines;
301    32
301    61432
301    127
302    61
302    83171
400    46
409    23145
400    197
411    53
411    99551
411    139
;
/* log
BAD GROUP: id=302 id2=302 id3=400
*/
