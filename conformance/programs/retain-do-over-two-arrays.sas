/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data abc;
  input a b c @@;
  datalines;
1 2 3 11 22 33
;
run;
data plus;
  set abc;
  array old a b c;
  array new x y z;
  do over old;
    new = old + 100;
  end;
  put a= b= c= @17 x= y= z=;
run;
/* log
a=1 b=2 c=3 x=101 y=102 z=103
a=11 b=22 c=33 x=111 y=122 z=133
*/
