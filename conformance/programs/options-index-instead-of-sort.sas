/* source: SAS 9.2 Base Procedures Guide, The SORT Procedure, Example 4: Retaining the First Observation of Each BY Group */
data account;
  input company $ 1-22 debt 25-30 accountnumber 33-36 town $ 39-51;
  datalines;
Paul's Pizza             83.00  1019  Apex
World Wide Electronics  119.95  1122  Garner
Strickland Industries   657.22  1675  Morrisville
Ice Cream Delight       299.98  2310  Holly Springs
Watson Tabor Travel      37.95  3131  Apex
Boyd & Sons Accounting  312.49  4762  Garner
Bob's Beds              119.95  4998  Morrisville
Tina's Pet Shop          37.95  5108  Apex
Elway Piano and Tuning   65.79  5217  Garner
Tim's Burger Stand      119.95  6335  Holly Springs
Peter's Auto Parts       65.79  7288  Apex
Deluxe Hardware         467.12  8941  Garner
Pauline's Antiques      302.05  9112  Morrisville
Apex Catering            37.95  9923  Apex
;

data indexed(index=(town) label='Accounts past due' compress=yes reuse=no bufno=2 bufsize=8192);
  set account;
run;
data left;
  set indexed;
  by town;
  if first.town;
run;
proc print data=left noobs;
  var company town debt accountnumber;
run;
proc print data=indexed(idxname=town where=(town = 'Garner') obs=1) noobs;
  var company town debt accountnumber;
run;
/* listing
Paul's Pizza Apex 83.00 1019
World Wide Electronics Garner 119.95 1122
Ice Cream Delight Holly Springs 299.98 2310
Strickland Industries Morrisville 657.22 1675
World Wide Electronics Garner 119.95 1122
*/
