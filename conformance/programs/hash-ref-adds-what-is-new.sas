/* source: Count of distinct side effects by patient, hash (SAS Forum; rogerjdeangelis on GitHub) */
data effects;
  input patient effect & $12.;
  cards4;
2 DRY MOUTH
2 COUGH
1 RASH
1 RASH
2 COUGH
2 RASH
3 FEVER
1 COUGH
4 FEVER
3 COUGH
2 FEVER
3 RASH
4 COUGH
3 DRY MOUTH
4 COUGH
;;;;

data _null_;
  declare hash pairs(ordered: 'yes');
  pairs.definekey('patient', 'effect');
  pairs.definedone();
  do until (done);
    set effects end=done;
    rc = pairs.ref();
  end;
  declare hiter each('pairs');
  array seen[4] _temporary_ (4*0);
  rc = each.first();
  do while (rc = 0);
    seen[patient] + 1;
    rc = each.next();
  end;
  do patient = 1 to 4;
    frequency = seen[patient];
    put patient frequency;
  end;
run;
/* log
1 2
2 4
3 4
4 2
*/
