/* source: SAS functions missing and vtype (renenyffenegger.ch, github about-SAS, missing.sas and vtype.sas) */
%macro show(var);
  type = vtype(&var); miss = missing(&var);
  put "&var - " type miss;
%mend;
data _null_;
  c1 = 'fourty two'; c2 = ' '; n1 = 42; n2 = .; n3 = .q;
  %show(c1) %show(c2) %show(n1) %show(n2) %show(n3)
run;
/* log
c1 - C 0
c2 - C 1
n1 - N 0
n2 - N 1
n3 - N 1
*/
