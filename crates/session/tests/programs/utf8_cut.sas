/* A value that is longer than its variable is cut before a character of UTF-8 that would be split, with a warning, once a
   variable and step; é is C3 A9. ASCII values and bytes that are no UTF-8 are cut as ever. */
%macro cuts(executor);
options &executor;
data a; length a $3 b $3 c $4; a = 'éé'; b = 'abcdef'; c = 'éé'; run;
data _null_; set a; put a $hex6. b $hex6. c $hex8.; run;
data b;
  length t $8 u $3 v $5 e1-e2 $1;
  array e {2};
  do i = 1 to 2;
    t = ifc(i = 1, 'abé', 'éßü€'); u = t; v = t; e{i} = t;
    s = '........'; substr(s, 2, 3) = t; length y $1; y = byte(255) || byte(169);
    output;
  end;
run;
data _null_; set b; put u $hex6. v $hex10. e1 $hex2. e2 $hex2. s $hex16. y $hex2.; run;
%mend;
%cuts(machinecode)
%cuts(nomachinecode)
options machinecode;
data d; length s $3; input s; datalines;
éé
abcd
;
data _null_; set d; put s $hex6.; run;
data e; length t $3; set b; run;
data f; length t $3; merge b(keep=t i) b(keep=i); by i; run;
data _null_; set e; put t $hex6.; run;
data _null_; set f; put t $hex6.; run;

/* FORCE of APPEND cuts in the same way, of rows as they are stored and of chosen ones: C3A920, once a variable and step. */
data base; length a $3 b $3; a = 'x'; b = 'y'; run;
data longer; length a $6 b $6; a = 'éé'; b = 'abcdef'; output; output; run;
proc append base=base data=longer force; run;
proc append base=base data=longer(where=(b='abcdef')) force; run;
proc datasets library=work nolist; append base=base data=longer(obs=1) force; quit;
data _null_; set base; put a $hex6. b $hex6.; run;
