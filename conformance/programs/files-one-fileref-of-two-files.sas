/* source: SAS 9.4 DATA Step Statements: Reference, INFILE Statement, EOV= and FILENAME= */
filename one temp;
filename two temp;
data _null_; file one; put 'a' / 'b'; run;
data _null_; file two; put 'c'; run;
%let both = "%sysfunc(pathname(one))" "%sysfunc(pathname(two))";
filename both (&both);
data _null_;
  length name $400;
  infile both eov=next end=last filename=name;
  input letter $;
  is_two = name = "%sysfunc(pathname(two))";
  put letter= next= last= is_two=;
run;
/* log
letter=a next=0 last=0 is_two=0
letter=b next=0 last=0 is_two=0
letter=c next=1 last=1 is_two=1
*/
