/* source: SAS Tip of the Month, November 2013 (theprogrammerscabin.com) */
data g; input name :$10. sex $ @@; datalines;
Alexandra F Bailey F Blake M Caroline F Dominic M Jose M Justin M Melanie F Oliver M Sydney F
;
data h; input name :$10. age @@; datalines;
Alexandra 15 Bailey 16 Caroline 16 Dominic 13 Jose 17 Justin 18 Melanie 15 Oliver 15 Sydney 14
;
data gh; merge g h; run;
proc print data=gh; run;
/* log
NOTE: There were 10 observations read from the data set WORK.G.
NOTE: There were 9 observations read from the data set WORK.H.
*/
/* listing
Obs    name         sex    age
1    Alexandra     F      15
2    Bailey        F      16
3    Caroline      M      16
4    Dominic       F      13
5    Jose          M      17
6    Justin        M      18
7    Melanie       M      15
8    Oliver        F      15
9    Sydney        M      14
10    Sydney        F       .
*/
