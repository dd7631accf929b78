/* source: SAS macro boolean expressions (renenyffenegger.ch, github about-SAS, bool/expression.sas and condition.sas) */
%macro tf(expr);
  %if &expr %then %put >&expr< is true;
  %else %put >&expr< is false;
%mend;
%tf(     0    )
%tf(     1    )
%tf(     1-1  )
%tf(     1+1  )
%tf(  abc > def  )
%tf(  abc eq abc )
%let s=%eval(4 < 10)%eval(4 > 10);
%put both=&s;
/* log
>0< is false
>1< is true
>1-1< is false
>1+1< is true
>abc > def< is false
>abc eq abc< is true
both=10
*/
