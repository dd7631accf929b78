/* source: SAS macro boolean expressions (renenyffenegger.ch, github about-SAS, bool/expression.sas) */
%macro tf(expr);
  %if &expr %then %put >&expr< is true;
  %else %put >&expr< is false;
%mend;
%tf(%nrstr(  0  ))
%tf(%nrstr(  1  ))
/* log
>  0  < is false
>  1  < is true
*/
