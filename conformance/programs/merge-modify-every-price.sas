/* source: Modifying a SAS Data Set: The Simplest Case (Step-by-Step Programming with Base SAS, support.sas.com) */
data parts; input PartNumber $ Description $ InStock ReceivedDate :date9. Price; format ReceivedDate date9.; datalines;
K89R seal 34 27jul1998 245.00
M4J7 sander 98 20jun1998 45.88
LK43 filter 121 19may1999 10.99
MN21 brace 43 10aug1999 27.87
;
data parts; modify parts; price=price+(price*.15); run;
proc print data=parts; format price 8.2; run;
/* listing
1     K89R       seal           34     27JUL1998      281.75
2     M4J7       sander         98     20JUN1998       52.76
3     LK43       filter        121     19MAY1999       12.64
4     MN21       brace          43     10AUG1999       32.05
*/
