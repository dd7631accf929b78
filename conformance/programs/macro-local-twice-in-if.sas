/* source: SAS macro statement %local: scope in %if (renenyffenegger.ch, github about-SAS, scope.if.sas) */
%macro sq(p);
  %local var;
  %let var=%eval(&p * &p);
  %put a [&var];
  %if &var gt 50 %then %do;
    %local var;
    %let var=%eval(&p * 2);
    %put b [&var];
  %end;
  %put c [&var];
%mend;
%sq(8)
/* log
a [64]
b [16]
c [16]
*/
