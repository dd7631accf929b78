/* source: Creating Global Variables Based on the Value of Local Variables (SAS 9.4 Macro Language Reference, 5th ed., chapter 5) */
%macro names(stem,count);
  %local n;
  %global g_number;
  %let g_number=&count;
  %do n=1 %to &count;
    &stem&n
  %end;
%mend names;
%let n=North State Industries;
%let list=%names(dept,5);
%put &list;
%put Quarterly Report for &n;
%put Survey of &g_number Departments;
/* log
dept1 dept2 dept3 dept4 dept5
Quarterly Report for North State Industries
Survey of 5 Departments
*/
