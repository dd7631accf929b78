/* source: Usage Note 23134: macro variables created with CALL SYMPUT do not resolve when invoked by CALL EXECUTE (support.sas.com) */
data one;
  value='Hello';
run;
%macro show(ds);
  data _null_;
    call symput('num',200);
  run;
  %if &num eq 200 %then %do;
    data _null_;
      set &ds;
      put value=;
    run;
  %end;
%mend;
data _null_;
  ds='one';
  call execute('%nrstr(%show('||ds||'))');
run;
/* log
value=Hello
*/
