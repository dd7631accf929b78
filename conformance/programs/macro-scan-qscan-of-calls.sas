/* source: Difference between %scan and %qscan (SAS Communities td-p/246334; example of the SAS macro reference) */
%macro a;
  aaaaaa
%mend a;
%macro b;
  bbbbbb
%mend b;
%macro c;
  cccccc
%mend c;
%let calls=%nrstr(%a*%b*%c);
%put all: &calls;
%put scan: %scan(&calls,3,*);
%put qscan: %qscan(&calls,3,*);
/* log
all: %a*%b*%c
scan: cccccc
qscan: %c
*/
