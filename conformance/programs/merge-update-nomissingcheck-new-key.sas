/* source: Transactional Updates with NOMISSINGCHECK (amadeus.co.uk) */
data acct; input customer value @@; datalines;
1 12 2 36 3 24
;
data chg; input customer value @@; datalines;
2 . 4 48
;
data acct; update acct chg updatemode=nomissingcheck; by customer; run;
proc print data=acct; run;
/* listing
Obs    customer    value
1 1 12
2 2 .
3 3 24
4 4 48
*/
