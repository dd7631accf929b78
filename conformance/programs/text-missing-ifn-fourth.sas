/* source: STAT 4197/6197 course notes, Week 3, Ex13_IFN_Fourth_Argument (ProcJimi/curriculum, GitHub, 2019) */
data tax;
  input property_value;
  property_tax = ifn(property_value ge 150000, property_value * .02, property_value * .015, .);
  format property: dollar8.;
  datalines;
150000
.
250000
100000
;
proc print data=tax; run;
/* listing
Obs property_value property_tax
1 $150,000 $3,000
2 . .
3 $250,000 $5,000
4 $100,000 $1,500
*/
