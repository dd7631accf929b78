/* source: Specifying Array Bounds, SAS 9.4 Language Reference: Concepts (SAS Institute) */
data _null_;
  retain Year76-Year85 0;
  array one{10} year76-year85;
  array two{76:85} year76-year85;
  a = vname(one{4}); b = vname(one{7}); c = vname(two{79}); d = vname(two{82});
  put a= b= c= d=;
run;
/* log
a=Year79 b=Year82 c=Year79 d=Year82
*/
