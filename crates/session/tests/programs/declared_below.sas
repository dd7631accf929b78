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
