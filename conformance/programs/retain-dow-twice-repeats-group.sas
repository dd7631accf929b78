/* source: Data Value Problem (SAS Communities, solution by Astounding) */
data abc;
  infile datalines missover;
  input A B C;
  datalines;
1 . 1
1 . 2
1 . 3
1 0
2 . 1
2 . 2
2 0
;
run;
data twice;
  do until (last.A);
    set abc;
    by A;
    if missing(B) then output;
    else held = B;
  end;
  do until (last.A);
    set abc;
    by A;
    if missing(B) then do;
      B = held;
      output;
    end;
  end;
  drop held;
run;
proc print data=twice noobs;
run;
/* listing
A B C
1 . 1
1 . 2
1 . 3
1 0 1
1 0 2
1 0 3
*/
