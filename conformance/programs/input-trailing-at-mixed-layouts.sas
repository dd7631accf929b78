/* source: Handling Mix Record Types; use of single trailing @ (SAS Buddy, sites.google.com/site/sasbuddy, 2009) */
data mix;
  input id country:$3. @;
  if country = 'USA' then input date:date7. sale:dollar7.;
  else input date:ddmmyy8. sale:comma7.;
datalines;
1 USA 10JUL10 $1500
2 INDIA 10/08/10 1,200
;
proc print data=mix; run;
/* listing
Obs id country date sale
1 1 USA 18453 1500
2 2 IND 18484 1200
*/
