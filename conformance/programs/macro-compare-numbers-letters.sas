/* source: How the Macro Processor Evaluates Logical Expressions (SAS 9.3 Macro Language Reference, support.sas.com) */
%macro ints(u,v);
  %if &u>&v %then %put int [&u] above [&v];
  %else %if &u=&v %then %put int [&u] same as [&v];
  %else %put int [&u] below [&v];
%mend;
%macro flt(u,v);
  %if %sysevalf(&u>&v) %then %put flt [&u] above [&v];
  %else %if %sysevalf(&u=&v) %then %put flt [&u] same as [&v];
  %else %put flt [&u] below [&v];
%mend;
%macro chr(u,v);
  %if &u>&v %then %put chr [&u] after [&v];
  %else %put chr [&u] before [&v];
%mend;
%ints(1,2)
%ints(-1,0)
%flt(1.2,.9)
%flt(-.1,.)
%flt(0,.)
%chr(a,b)
%chr(.,1)
%chr(Z,E)
/* log
int [1] below [2]
int [-1] below [0]
flt [1.2] above [.9]
flt [-.1] above [.]
flt [0] above [.]
chr [a] before [b]
chr [.] before [1]
chr [Z] after [E]
*/
