/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL SCAN Routine, all words of a string */
data artists;
  input string $60.;
  do i = 1 to 99;
    call scan(string, i, position, length);
    if not position then leave;
    name = substrn(string, position, length);
    output;
  end;
  drop string;
  datalines;
Picasso Toulouse-Lautrec Turner "Van Gogh" Velazquez
;
proc print data=artists; run;
/* listing
1 1  1 7 Picasso
2 2  9 8 Toulouse
3 3 18 7 Lautrec
4 4 26 6 Turner
5 5 33 4 "Van
6 6 38 5 Gogh"
7 7 44 9 Velazquez
*/
