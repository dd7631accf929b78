/* source: SAS 9.4 Macro Language: Reference, CALL EXECUTE Routine: macros run at once, their steps after the step */
%macro sales(month);
  %put sales of &month;
  data _null_; put "step of &month"; run;
%mend;
data _null_;
  input month $ @@;
  call execute('%sales(' || strip(month) || ')');
  put 'read ' month;
  datalines;
jan feb
;
/* log
sales of jan
read jan
sales of feb
read feb
step of jan
step of feb
*/
