/* source: Variables read using SET, MERGE, and UPDATE statements are automatically retained (SAS knowledge base 8dfe26b1, sas.service-now.com) */
data s; input name $ test score; datalines;
Alice 1 84
Alice 2 93
Alice 3 100
Alice 4 65
;
data l; input name $ level :$10.; datalines;
Alice new
;
data sl; merge s l; by name; if score=100 then level='scholar'; put test= level=; run;
/* log
test=3 level=scholar
test=4 level=scholar
*/
