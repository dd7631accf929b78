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
  if 0 then set effects;
  declare hash pairs(dataset: 'effects', ordered: 'yes');
  declare hiter each('pairs');
  pairs.definekey('patient', 'effect');
  pairs.definedata('patient', 'effect');
  pairs.definedone();
  array seen[4] _temporary_ (4*0);
  rc = each.last();
  do while (rc = 0);
    seen[patient] + 1;
    rc = each.prev();
  end;
  do patient = 1 to 4;
    frequency = seen[patient];
    put patient frequency;
  end;
  rc = pairs.delete();
  stop;
run;
/* log
1 2
2 4
3 4
4 2
*/
