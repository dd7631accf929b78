/* source: bool/expression.sas, condition.sas (renenyffenegger.ch, github about-SAS) */
%macro bool(expr);
  %if &expr %then %put >&expr< is true;
  %else %put >&expr< is false;
%mend;
%bool(0)
%bool(1)
%bool(1-1)
%bool(1+1)
%bool(abc > def)
%bool(abc eq abc)
%put %eval(4 < 10) %eval(4 > 10);
/* log
>0< is false
>1< is true
>1-1< is false
>1+1< is true
>abc > def< is false
>abc eq abc< is true
1 0
*/
