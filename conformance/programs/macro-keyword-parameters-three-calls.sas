/* source: macro parameters, keyword-parameters.sas (renenyffenegger.ch, github about-SAS) */
%macro m(p1, p2, p3 = ParamThree, p4 = param four: params are allowed);
  %put &=p1 &=p2 &=p3 &=p4;
%mend;
%m;
%m()
%m(three, p4 = def)
/* log
P1= P2= P3=ParamThree P4=param four: params are allowed
P1= P2= P3=ParamThree P4=param four: params are allowed
P1=three P2= P3=ParamThree P4=def
*/
