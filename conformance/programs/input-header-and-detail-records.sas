/* source: SAS OnlineTutor, Reading Hierarchical Files (SAS Institute; ifeique.com m27_1) */
data visits(keep=ID Date Amount);
  retain ID;
  input kind $1. @;
  if kind = 'P' then input @4 ID $4.;
  else do;
    input @4 Date mmddyy8. @14 Amount dollar6.;
    output;
  end;
  format Date mmddyy8. Amount dollar10.2;
datalines;
P  1095
C  01-08-89  $45.0
C  01-17-89  $37.5
P  1096
C  01-09-89  $156.5
P  1097
C  01-02-89  $109.0
P  1099
C  01-03-89  $45.0
C  01-05-89  $45.0
P  1201
C  01-05-89  $37.0
C  01-10-89  $45.0
;
proc print data=visits; run;
data totals(keep=ID Total);
  infile datalines end=eof;
  retain ID;
  input kind $1. @;
  if kind = 'P' then do;
    if _n_ > 1 then output;
    Total = 0;
    input @4 ID $4.;
  end;
  else do;
    input @14 Amount dollar6.;
    Total + Amount;
  end;
  if eof then output;
  format Total dollar10.2;
datalines;
P  1095
C  01-08-89  $45.0
C  01-17-89  $37.5
P  1096
C  01-09-89  $156.5
P  1097
C  01-02-89  $109.0
P  1099
C  01-03-89  $45.0
C  01-05-89  $45.0
P  1201
C  01-05-89  $37.0
C  01-10-89  $45.0
;
proc print data=totals; run;
/* listing
Obs ID Date Amount
1 1095 01/08/89 $45.00
2 1095 01/17/89 $37.50
3 1096 01/09/89 $156.50
4 1097 01/02/89 $109.00
5 1099 01/03/89 $45.00
6 1099 01/05/89 $45.00
7 1201 01/05/89 $37.00
8 1201 01/10/89 $45.00
Obs ID Total
1 1095 $82.50
2 1096 $156.50
3 1097 $109.00
4 1099 $90.00
5 1201 $82.00
*/
