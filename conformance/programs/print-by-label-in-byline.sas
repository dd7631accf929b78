/* source: The PRINT Procedure, Example: Summing Numeric Variables with Multiple BY Variables (support.sas.com, SAS 9.2 Procedures Guide) */
data sales;
  infile datalines dsd;
  length Country $24 Emp_ID $8 Order_Date Ship_Date $8 Sale_Type $16;
  input Sale_Type Order_Date Country Emp_ID Ship_Date Quantity Price Cost;
  format Price Cost dollar10.2;
  datalines;
Catalog,1/1/08,Puerto Rico,99999999,1/5/08,14,51.20,12.10
Catalog,1/1/08,Aruba,99999999,1/4/08,30,123.70,59.00
Catalog,1/1/08,Bahamas,99999999,1/4/08,8,113.40,28.45
Catalog,1/1/08,Bermuda,99999999,1/4/08,7,41.00,9.25
Catalog,1/2/08,British Virgin Islands,99999999,1/5/08,11,40.20,20.20
Catalog,1/2/08,Canada,99999999,1/5/08,100,11.80,5.00
;
proc print data=sales noobs n='N = ' sumlabel;
  by Sale_Type Order_Date;
  var Country Emp_ID Ship_Date Quantity Price Cost;
  sum Price Quantity;
  label Sale_Type='Sale Type' Order_Date='Sale Date';
run;
/* listing
---------------------- Sale Type=Catalog Sale Date=1/1/08 ----------------------
Puerto Rico 99999999 1/5/08 14 $51.20 $12.10
Aruba 99999999 1/4/08 30 $123.70 $59.00
Bahamas 99999999 1/4/08 8 $113.40 $28.45
Bermuda 99999999 1/4/08 7 $41.00 $9.25
Sale Date 59 $329.30
N = 4
British Virgin Islands 99999999 1/5/08 11 $40.20 $20.20
Canada 99999999 1/5/08 100 $11.80 $5.00
*/
