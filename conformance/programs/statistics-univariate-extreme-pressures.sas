/* source: SAS 9.2 Base Procedures Guide: Statistical Procedures, The UNIVARIATE Procedure, Example: Computing Descriptive Statistics for Multiple Variables (blood pressure) */
data pressure;
  length patient $ 2;
  input patient systolic diastolic @@;
  datalines;
CK 120 50 SS 96 60 FR 100 70 CP 120 75 BL 140 90 ES 120 70 CP 165 110 JI 110 40 MC 119 66 FC 125 76 RW 133 60
KD 108 54 DS 110 50 JW 130 80 BH 120 65 JW 134 80 SB 118 76 NS 122 78 GS 122 70 AB 122 78 EC 112 62 HH 122 82
;
ods output extremeobs=ends;
proc univariate data=pressure;
  var systolic diastolic;
run;
data _null_;
  set ends;
  put varname low lowobs high highobs;
run;
/* log
systolic 96 2 130 14
systolic 100 3 133 11
systolic 108 12 134 16
systolic 110 13 140 5
systolic 110 8 165 7
diastolic 40 8 80 14
diastolic 50 13 80 16
diastolic 50 1 82 22
diastolic 54 12 90 5
diastolic 60 11 110 7
*/
