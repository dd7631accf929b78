/* source: SAS macro variable resolution (Stack Overflow 56796372, 2019) */
%let yymm=1905;
data _null_;
  plain=input(&yymm.,yymmn4.);
  quoted=input("&yymm.",yymmn4.);
  by_put=input(put(&yymm.,4.),yymmn4.);
  put plain= quoted= by_put=;
run;
/* log
plain=. quoted=21670 by_put=21670
*/
