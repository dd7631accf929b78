/* source: DATALINES, Sequential Files, CSV, HTML and More (Andrew T. Kuligowski, SUGI 31, paper 228-31, 2006) */
data conf;
  infile datalines;
  input ConfName
        ConfYear
        ConfCity
        ConfST;
  datalines;
SUGI      2006 San Francisco CA
;
/* log
NOTE: Invalid data for ConfCity in line 9 16-18.
NOTE: Invalid data for ConfST in line 9 20-28.
ConfName=. ConfYear=2006 ConfCity=. ConfST=. _ERROR_=1 _N_=1
*/
