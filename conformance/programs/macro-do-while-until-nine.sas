/* source: SAS macro statements %do %while and %do %until (renenyffenegger.ch, github about-SAS) */
%macro w;
  %local i;
  %let i=1;
  %do %while(&i < 10);
    %put w = &i;
    %let i=%eval(&i + 1);
  %end;
%mend w;
%macro u;
  %local i;
  %let i=1;
  %do %until(&i = 10);
    %put u = &i;
    %let i=%eval(&i + 1);
  %end;
%mend u;
%w
%u
/* log
w = 1
w = 2
w = 8
w = 9
u = 1
u = 2
u = 8
u = 9
*/
