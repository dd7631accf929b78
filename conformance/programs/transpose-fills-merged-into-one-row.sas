/* source: sas/pdc_score.sas (Bob Heckel, github.com/bheckel/code) */
data t;
  input member_id fill_dt :mmddyy10. drug $ days_supply;
  datalines;
603 02/17/2005 a 30
603 06/13/2005 a 30
603 08/11/2005 a 30
;
proc transpose data=t out=fill_dt prefix=fill_dt; by member_id; var fill_dt; run;
proc print data=fill_dt; run;
proc transpose data=t out=days_supply prefix=days_supply; by member_id; var days_supply; run;
data one;
  format start_dt end_dt fill_dt1-fill_dt3 mmddyy10.;
  merge fill_dt(drop=_name_) days_supply(drop=_name_);
  by member_id;
  start_dt = fill_dt1;
  end_dt = fill_dt1 + 179;
  array day[180] _temporary_;
  array fill[3] fill_dt1-fill_dt3;
  array supply[3] days_supply1-days_supply3;
  do i = 1 to 180; day[i] = 0; end;
  do j = 1 to 3;
    do d = fill[j] to min(fill[j] + supply[j] - 1, end_dt); day[d - start_dt + 1] = 1; end;
  end;
  covered = sum(of day[*]);
  put start_dt end_dt fill_dt1-fill_dt3 member_id days_supply1-days_supply3;
run;
/* listing
1 603 fill_dt 16484 16600 16659
*/
/* log
02/17/2005 08/15/2005 02/17/2005 06/13/2005 08/11/2005 603 30 30 30
*/
