/* source: How to use SAS to calculate the leap years, with comments (Chris Hemedinger, Jim Barbour, blogs.sas.com sasdummy, 2016) */
data _null_;
  born = '29FEB1964'd; at = '28FEB2016'd;
  plain = int(yrdif(born, at, 'AGE'));
  months = intck('month', born, at) - (day(at) < day(born));
  real = floor(months / 12);
  put born= mmddyy10. at= mmddyy10.;
  put plain= real=;
run;
data leap;
  do year = 2000, 2080 to 2116;
    if mdy(2, 29, year) > . then output;
  end;
run;
proc print data=leap noobs; run;
/* log
born=02/29/1964 at=02/28/2016
plain=52 real=51
*/
/* listing
year
2000
2080
2084
2088
2092
2096
2104
2108
2112
2116
*/
