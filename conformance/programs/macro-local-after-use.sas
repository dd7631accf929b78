/* source: SAS macro statement %local: scope order (renenyffenegger.ch, github about-SAS, scope.order.sas) */
%macro order(p);
  %put inner 1 [&var];
  %let var=%eval(&p * &p);
  %put inner 2 [&var];
  %local var;
  %put inner 3 [&var];
  %let var=%eval(&p * 2);
  %put inner 4 [&var];
%mend;
%let var=42;
%put outer 1 [&var];
%order(6)
%put outer 2 [&var];
/* log
outer 1 [42]
inner 1 [42]
inner 2 [36]
inner 3 []
inner 4 [12]
outer 2 [36]
*/
