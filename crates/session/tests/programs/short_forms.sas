/* Short ways of writing that programs use. */
options nosyntaxcheck;
/* Operators of two characters with blanks between them. */
data _null_;
  x = 1; y = 'a' | | 'b';
  if x ^ = 2 and x ~ = 3 and x < = 1 and x > = 1 and x = < 1 and x = > 1 then put 'all hold ' y=;
  else put 'DIFFERENT';
run;

/* Arrays are as large as their lists where nothing tells. */
data _null_;
  x = 1; y = 2; z = 'z';
  array v x y;
  array w $ 4 p q r;
  array s s1-s3 (1 2 3);
  array t _character_;
  n = dim(v); m = dim(w); k = dim(t); w{2} = 'abcdef'; v(1) = 7;
  put x= q= s3= n= m= k=;
run;
data _null_; array nothing; run;

/* PUTLOG writes to the log, whatever FILE says. */
data _null_;
  file print;
  x = 3;
  put 'to the listing';
  putlog 'to the log ' x=;
  if x then putlog 'NOTE: of a condition';
  put 'to the listing again';
run;

/* Texts and dates of formats without quotes. */
proc format;
  value size low-<10=small 10-high=large other='none at all';
  value $kind a=first b,c='second' 1=one d-f=4-6;
  value when low-'31dec2019'd=before '01jan2020'd-'31jan2020'd='in January' '01feb2020'd<-high=after;
run;
proc format; value wrong 1=two words; run;
data _null_;
  do kind = 'a', 'c', '1', 'e', 'g'; put kind $kind. +1 @; end;
  do n = 9, 10, .; put n size. +1 @; end;
  do day = '31dec2019'd, '31jan2020'd, '02feb2020'd; put day when10. +1 @; end;
  put;
run;

/* Data sets by the beginning of their names, and new names that are none. */
data part_b(rename=()); x = 2; run;
data part_a; x = 1; run;
data party; set part_:(in=in_parts where=(x > 0)) end=last; put x= last=; run;
data all; merge work.par: ; run;
data none; set missing_:; run;
data part_:; run;
proc datasets nolist; delete part: nothing:; quit;
proc datasets nolist; save nothing:; quit;

/* Lists in BY. */
data rows;
  input a b $ c @@;
  datalines;
2 x 1 1 y 1 2 x 1 1 y 2
;
proc sort data=rows out=sorted nodupkey; by _all_; run;
data _null_; set sorted; by a--b; put _all_; run;
proc means data=sorted n; by a-character-b; run;
proc means data=sorted n; by a b; var c; run;
proc sort data=rows out=sorted; by descending c a--b; run;
proc print data=sorted; by descending c a:; run;
proc sort data=rows; by q:; run;
data _null_; set rows; by q:; run;
proc sort data=rows; by b x1-x2; run;

/* Options of OUT= about the new variables of PROC TRANSPOSE. */
proc sort data=rows; by a; run;
proc transpose data=rows out=wide(rename=(col1=first col3=third col9=z) drop=_name_ col2 col8); var c; run;
proc print data=wide; run;
proc transpose data=rows out=wide(keep=a col:) prefix=col; by a; var c; run;
proc print data=wide; run;
proc transpose data=rows out=wide(keep=col2-col3 rename=(col2=a)); var c; run;
proc print data=wide; run;
proc transpose data=rows out=wide(rename=(col2=_name_)); var c; run;
