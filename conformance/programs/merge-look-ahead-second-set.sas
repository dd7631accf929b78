/* source: Look Ahead, demo for SAS Network (Erik Lund-Jensen, 2022) */
data h; input ID $ s :ddmmyy10. e :ddmmyy10.; datalines;
A 01-01-2018 15-06-2019
A 15-06-2019 31-10-2020
A 01-04-2021 .
B 20-03-2019 30-04-2022
C 01-02-2018 30-09-2020
C 08-08-2020 30-05-2022
C 01-04-2022 .
C 01-06-2022 31-12-2022
D 15-08-2019 21-06-2020
D 22-06-2020 22-06-2020
D 23-06-2020 31-12-2022
;
data w1; set h; set h(firstobs=2 drop=e rename=(ID=i2 s=s2)); run;
data w2; set h end=last; if not last then set h(firstobs=2 drop=e rename=(ID=i2 s=s2)); run;
data _null_; if 0 then do; set w1 nobs=short; set w2 nobs=full; end; put short= full=; stop; run;
/* log
short=10 full=11
*/
