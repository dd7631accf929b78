/* source: PUT Statement: Named; PUT Statement: Formatted (go.documentation.sas.com, SAS 9.4) */
data _null_;
  X=100;
  put x dollar7.2;
  put X= dollar7.2;
run;
/* log
$100.00
X=$100.00
*/
