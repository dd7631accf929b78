/* source: CALL SYMPUT Routine (SAS 9.3 Macro Language Reference, support.sas.com) */
data _null_;
  input position : $8. player : $12.;
  call symput(position,player);
  call symput('POS'||left(_n_), position);
datalines;
shortstp Ann
pitcher Tom
frstbase Bill
;
%put players &shortstp &pitcher &frstbase;
%put positions &pos1 &pos2 &pos3;
/* log
players Ann Tom Bill
positions shortstp pitcher frstbase
*/
