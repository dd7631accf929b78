/* source: How to use FIRST.variable and LAST.variable in a BY-group analysis (Rick Wicklin, blogs.sas.com, 2018; output in sas/firstdot.sas, github.com/bheckel/code) */
data weighed;
  informat Date date7.;
  format Date date7. PatientID Z4.;
  input PatientID Date Weight @@;
  datalines;
1021 04Jan16 302 1042 06Jan16 285 1053 07Jan16 325 1063 11Jan16 291
1053 01Feb16 299 1021 01Feb16 288 1063 09Feb16 283 1042 16Feb16 279
1021 07Mar16 280 1063 09Mar16 272 1042 28Mar16 272 1021 04Apr16 273
1063 20Apr16 270 1053 28Apr16 289 1053 13May16 295 1063 31May16 269
;
run;
proc sort data=weighed;
  by PatientID Date;
run;
data lost;
  set weighed;
  by PatientID;
  retain begun startWeight;
  if first.PatientID then do;
    begun = Date;
    startWeight = Weight;
  end;
  if last.PatientID;
  elapsedDays = intck('day', begun, Date);
  endWeight = Weight;
  weightLoss = startWeight - endWeight;
  AvgWeightLoss = weightLoss / elapsedDays;
run;
proc print data=lost noobs;
  var PatientID elapsedDays startWeight endWeight weightLoss AvgWeightLoss;
run;
/* listing
1021 91 302 273 29 0.31868
1042 82 285 272 13 0.15854
1053 127 325 295 30 0.23622
1063 141 291 269 22 0.15603
*/
