/* source: sas/input_hierarch.sas, supplies (Bob Heckel, github.com/bheckel/code) */
data depts;
  infile datalines end=eof;
  retain dept ext;
  input type $1. @;
  if type eq 'D' then do;
    if _n_ gt 1 then output;
    tot = 0;
    input @3 dept $10. @17 ext $5.;
  end;
  else if type eq 'S' then do;
    input @17 amt comma5.;
    tot + amt;
    if eof then output;
  end;
  datalines;
D Accounting    x3808
S Paper Clips   $2.50
S Paper         $4.95
S Binders       $9.05
D Personnel     x3810
S Markers       $8.98
S Pencils       $3.35
;
run;
proc print data=depts;
run;
/* listing
Obs dept ext type tot amt
1 Accounting x3808 D 16.50 .
2 Personnel x3810 S 12.33 3.35
*/
