/* source: Bizarre data step behaviour, merge followed by If (SAS Communities, SAS Programming 357738) */
data j; length cat $13; input id year cat; datalines;
4 2015 Manager
4 2016 Professionnal
;
data e; id=4; length name $20; name='Joe Demoted'; run;
data t; merge j(in=a) e; by id; if cat='Manager' then name=''; put year= name=; run;
/* log
year=2016 name=
*/
