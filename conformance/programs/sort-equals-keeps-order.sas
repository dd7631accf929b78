/* source: SAS 9.2 Base Procedures Guide, The SORT Procedure, Example 3: Maintaining the Relative Order of Observations in Each BY Group */
data insurance;
  input yearsworked 1 insuranceid 3-5;
  datalines;
5 421
5 336
1 209
1 564
3 711
3 343
4 212
4 616
;
proc sort data=insurance out=byyears equals;
  by yearsworked;
run;
proc print data=byyears;
run;
/* listing
Obs yearsworked insuranceid
1 1 209
2 1 564
3 3 711
4 3 343
5 4 212
6 4 616
7 5 421
8 5 336
*/
