/* source: Writing the Contents of Symbol Tables to the SAS Log (SAS 9.2 Macro Language Reference, support.sas.com) */
%let origin=North America;
%macro dogs(type=);
  %put _user_;
%mend dogs;
%dogs(type=work)
/* log
DOGS TYPE work
GLOBAL ORIGIN North America
*/
