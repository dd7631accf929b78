/* source: SAS macros: using keyword parameters (renenyffenegger.ch, github about-SAS, keyword-parameters.sas) */
%macro four(
    param_1,
    param_2,
    param_3 = ParamThree,
    param_4 = param four: params are allowed
  );
  %put &=param_1;
  %put &=param_2;
  %put &=param_3;
  %put &=param_4;
%mend;
%four;
%put -;
%four();
%put -;
%four(three, param_4 = def);
/* log
PARAM_1=
PARAM_2=
PARAM_3=ParamThree
PARAM_4=param four: params are allowed
-
PARAM_1=
PARAM_2=
PARAM_3=ParamThree
PARAM_4=param four: params are allowed
-
PARAM_1=three
PARAM_2=
PARAM_3=ParamThree
PARAM_4=def
*/
