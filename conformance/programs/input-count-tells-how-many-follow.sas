/* source: sas/input_readin_logic.sas (Bob Heckel, github.com/bheckel/code) */
data parts;
  infile datalines dsd truncover;
  input dept color :$10. count $ @;
  if anydigit(count) > 0 then do;
    do i = 1 to input(count, 8.);
      input part $ @;
      output;
    end;
  end;
  else do;
    part = count;
    output;
  end;
  drop i count;
  datalines;
101,Green,3,A,B,C
102,Blue,A
103,Purple,F
104,Red,4,A,C,D,F
105,Orange,2,A,B
106,Yellow,E
;
proc print data=parts; run;
/* listing
Obs dept color part
1 101 Green A
2 101 Green B
3 101 Green C
4 102 Blue A
5 103 Purple F
6 104 Red A
7 104 Red C
8 104 Red D
9 104 Red F
10 105 Orange A
11 105 Orange B
12 106 Yellow E
*/
