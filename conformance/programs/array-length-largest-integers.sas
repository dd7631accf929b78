/* source: Numeric Variable Length and Precision in UNIX Environments, SAS 9.4 Companion for UNIX (SAS Institute) */
data kept;
  length l3 m3 3 l4 m4 4 l5 m5 5 l6 m6 6 l7 m7 7;
  l3 = 8192; m3 = l3+1;
  l4 = 2097152; m4 = l4+1;
  l5 = 536870912; m5 = l5+1;
  l6 = 137438953472; m6 = l6+1;
  l7 = 35184372088832; m7 = l7+1;
run;
data _null_;
  set kept;
  put l3= comma6.;
  put l4= comma9.;
  put l5= comma11.;
  put l6= comma15.;
  put l7= comma18.;
  a = (m3 = 8193); b = (m4 = 2097153); c = (m5 = 536870913); d = (m6 = 137438953473); e = (m7 = 35184372088833);
  put a= b= c= d= e=;
run;
/* log
l3=8,192
l4=2,097,152
l5=536,870,912
l6=137,438,953,472
l7=35,184,372,088,832
a=0 b=0 c=0 d=0 e=0
*/
