/* INFORMAT, FORMAT, LABEL and ATTRIB apply to the whole step, wherever they stand. The three lines are
     day=15JAN2020 fee=1250
     day=02MAR2021 fee=75
     day=15JAN2020 fee=1250
   as in the published listing of "A Better Way to Flip" (BB-07-2013). */
data a;
  input day fee;
  informat day date9. fee comma8.;
  format day date9.;
  put day= fee=;
  datalines;
15jan2020 1,250
02mar2021 75
;
data b;
  input day fee;
  attrib day informat=date9. format=date9. fee informat=comma8.;
  put day= fee=;
  datalines;
15jan2020 1,250
;
run;

/* In blocks, in groups, for elements of arrays and for texts; an informat in INPUT comes first, and the last statement
   counts. */
data c;
  array when{2};
  if 1 then do;
    input (d1-d2) ($) t $ u $ x : 2. @;
    do i = 1 to 2;
      input when{i} @;
    end;
  end;
  put d1= d2= t= u= x= when1= when2=;
  informat when1 when2 mmddyy10. t $upcase8. u $upcase8. x date9.;
  informat when1 when2 ddmmyy10. u;
  format when1 when2 date9.;
  datalines;
a b c d 123 02/01/2020 03/01/2020
;
run;

/* LENGTH of a number, and labels, of which the last counts. */
data d;
  x = 1; y = 2;
  label_of_x = vlabel(x); label_of_y = vlabel(y);
  put label_of_x= label_of_y=;
  length x 4;
  label x = 'first'; attrib x label = 'second';
  attrib y label = 'first'; label y = 'second';
run;
proc contents data=d; run;

/* Each element of an array with a computed index is read by its own informat: n1=10 n2=15JAN2020 n3=1234 n4=5, and
   texts as well (SAS documentation of INFORMAT: the informat belongs to the variable). */
data d;
  array n{4};
  array c{3} $ 8;
  informat n2 date9. n3 comma8. c2 $upcase8.;
  do i = 1 to 4; input n{i} @; end;
  do i = 1 to 3; input c{i} @; end;
  put n1= n2= n3= n4= c1= c2= c3=;
  format n2 date9.;
  datalines;
10 15jan2020 1,234 5 ab cd ef
;
