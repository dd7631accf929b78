/* source: sas/header_and_detail_records.sas (Bob Heckel, github.com/bheckel/code) */
data heads(drop=diag) diags;
  input record_id @;
  if record_id eq 1 then do;
    retain claim_id person_id claim_from_date;
    input @3 claim_id @5 person_id $5. @11 claim_from_date yymmdd8.;
    output heads;
  end;
  else if record_id eq 2 then do;
    input @3 claim_id @5 diag $5.;
    output diags;
  end;
  datalines;
1 8 ABCDE 20180113
2 8 DIABE
2 8 STATI
1 9 ABCDX 20180114
2 9 DIABE
2 9 STATI
;
run;
proc print data=heads;
run;
proc print data=diags;
run;
/* listing
1 1 8 ABCDE 21197
2 1 9 ABCDX 21198
1 2 8 ABCDE 21197 DIABE
2 2 8 ABCDE 21197 STATI
3 2 9 ABCDX 21198 DIABE
4 2 9 ABCDX 21198 STATI
*/
