/* source: DO OVER, do/over/first.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  txt_1 = 'one'; txt_2 = 'two'; txt_3 = 'three'; txt_4 = 'four';
  length res_1-res_4 $ 20;
  array txt txt_1-txt_4;
  array res res_1-res_4;
  do over txt;
    res = cat(txt, ' -> ', upcase(txt));
  end;
  put res_1 / res_2 / res_3 / res_4;
run;
/* log
one -> ONE
two -> TWO
three -> THREE
four -> FOUR
*/
