/* source: Reading a classic text file with header and multiple trailers (stackoverflow.com; rogerjdeangelis on GitHub) */
data _null_;
  file 'trailers.txt';
  put '01JAN2004|9 |185 |02FEB2005|27SEP2010|36 |10SEP2011|12DEC2020|16 |';
  put '31JAN2010|2 |351 |17FEB2015|27DEC2020|2 | | | |';
run;
data stays;
  infile 'trailers.txt' delimiter='|';
  input date $9. cod $ total $ @;
  do trailer = 1 to 2;
    input dx $9. dy $ cd $ @;
    output;
  end;
run;
proc print data=stays noobs;
run;
/* listing
01JAN2004 9 185 1 02FEB2005 27SEP201 36
01JAN2004 9 185 2 10SEP2011 12DEC202 16
31JAN2010 2 351 1 17FEB2015 27DEC202 2
*/
