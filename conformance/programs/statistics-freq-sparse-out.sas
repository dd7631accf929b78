/* source: castle1lst.txt, Castle Bakery listing, HWCOMBO by HEIGHT (Jerry Brunner, University of Toronto, 1998) */
proc format;
  value high 1='Bottom' 2='Middle' 3='Top';
run;
data loaves;
  do HEIGHT=1 to 3; do WIDTH=1, 2; do k=1, 2;
    HWCOMBO = 10*HEIGHT + WIDTH; output;
  end; end; end;
  format HEIGHT high.;
run;
proc freq data=loaves noprint;
  tables HWCOMBO*HEIGHT / sparse out=cells;
run;
proc print data=cells noobs;
  var HWCOMBO HEIGHT COUNT;
run;
/* listing
11 Bottom 2
11 Middle 0
11 Top 0
12 Bottom 2
12 Middle 0
12 Top 0
21 Bottom 0
21 Middle 2
21 Top 0
22 Bottom 0
22 Middle 2
22 Top 0
31 Bottom 0
31 Middle 0
31 Top 2
32 Bottom 0
32 Middle 0
32 Top 2
*/
