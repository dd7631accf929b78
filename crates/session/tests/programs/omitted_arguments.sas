/* Arguments that are left out between commas: COMPRESS(text,,'kd') keeps the digits, SCAN(text,n,,'s') takes spaces.
     digits=122 letters=ab word=b number=122 */
data _null_;
  text = 'a1 b22';
  digits = compress(text,,'kd'); letters = compress(text,,'ka'); word = scan('a b',2,,'s');
  number = input(compress(text,,'kd'), 8.);
  put digits= letters= word= number=;
  blanks = compress(text,) || '.'; words = countw(text,,'s'); count = countc(text,,'d');
  first = findc(text,,'d'); second = findc(text,,'d',3); there = find(text,'B',,1) + find(text,'B','i',);
  shown = putn(1.234,'8.',,2);
  put blanks= words= count= first= second= there= shown=;
  call scan(text, 2, place, width, , 's');
  put place= width=;
run;

data texts;
  length t $ 6;
  t = 'a1 b22'; output;
  t = 'b3'; output;
run;
proc print data=texts(where=(compress(t,,'kd') = '3')); run;
proc print data=texts;
  where scan(t,2,,'s') = 'b22';
run;

/* A list of any length needs each of its arguments. */
data _null_;
  x = sum(1,,2); y = compress(,'a'); z = substr('abc',,1); a = max(1,);
run;
