/* source: SAS 9.2 Base Procedures Guide, The REPORT Procedure, Example 4: Consolidating Multiple Observations into One Row of a Report (groceries) */
proc format;
  value $sctrfmt 'se'='Southeast' 'ne'='Northeast' 'nw'='Northwest' 'sw'='Southwest';
  value $mgrfmt '1'='Smith' '2'='Jones' '3'='Reveiz' '4'='Brown' '5'='Taylor' '6'='Adams' '7'='Alomar'
    '8'='Andrews' '9'='Pelfrey';
  value $deptfmt 'np1'='Paper' 'np2'='Canned' 'p1'='Meat/Dairy' 'p2'='Produce';
run;
data grocery;
  input sector $ manager $ department $ sales @@;
  datalines;
se 1 np1 50 se 1 p1 100 se 1 np2 120 se 1 p2 80 se 2 np1 40 se 2 p1 300 se 2 np2 220 se 2 p2 70
nw 3 np1 60 nw 3 p1 600 nw 3 np2 420 nw 3 p2 30 nw 4 np1 45 nw 4 p1 250 nw 4 np2 230 nw 4 p2 73
nw 9 np1 45 nw 9 p1 205 nw 9 np2 420 nw 9 p2 76 sw 5 np1 53 sw 5 p1 130 sw 5 np2 120 sw 5 p2 50
sw 6 np1 40 sw 6 p1 350 sw 6 np2 225 sw 6 p2 80 ne 7 np1 90 ne 7 p1 190 ne 7 np2 420 ne 7 p2 86
ne 8 np1 200 ne 8 p1 300 ne 8 np2 420 ne 8 p2 125
;

proc report data=grocery headline headskip;
  column sector manager sales;
  define sector / group format=$sctrfmt. order=formatted 'Sector';
  define manager / group format=$mgrfmt. order=formatted 'Manager';
  define sales / analysis sum format=dollar9.2 'Sales';
  break after sector / ol summarize skip suppress;
  rbreak after / summarize;
run;
/* listing
Sector Manager Sales
Northeast Alomar $786.00
Andrews $1,045.00
$1,831.00
Northwest Brown $598.00
Pelfrey $746.00
Reveiz $1,110.00
$2,454.00
Southeast Jones $630.00
Smith $350.00
$980.00
Southwest Adams $695.00
Taylor $353.00
$1,048.00
$6,313.00
*/
