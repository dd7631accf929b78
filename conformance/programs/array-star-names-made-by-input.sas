/* source: Examples of Array Processing, Example 1, SAS 9.4 Language Reference: Concepts (SAS Institute) */
/* differs: n10 stands in the second part of the table, with c1 to c8 */
options linesize=80;
data people;
  array low{*} $ n1-n10;
  array up{*} $ c1-c10;
  input low{*};
  do i = 1 to 10;
    up{i} = upcase(low{i});
  end;
datalines;
smithers michaels gonzalez hurth frank bleigh
rounder joseph peters sam
;
proc print data=people; run;
/* listing
Obs n1 n2 n3 n4 n5 n6 n7 n8 n9 n10
1 smithers michaels gonzalez hurth frank bleigh rounder joseph peters sam
Obs c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 i
*/
