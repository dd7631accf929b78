/* source: castle1lst.txt, Castle Bakery listing (Jerry Brunner, University of Toronto, 1998) */
proc format;
  value high 1='Bottom' 2='Middle' 3='Top';
  value wide 1='Regular' 2='Wide';
run;
data loaves;
  do HEIGHT=1 to 3;
    do WIDTH=1, 2;
      HWCOMBO = 10*HEIGHT + WIDTH;
      do k=1, 2; output; end;
    end;
  end;
  format HEIGHT high. WIDTH wide.;
  label HEIGHT='Display Height' WIDTH='Display Width';
run;
proc freq data=loaves;
  tables HEIGHT*WIDTH HWCOMBO*HEIGHT / nopercent norow nocol;
run;
/* listing
HEIGHT(Display Height) WIDTH(Display Width)
Frequency|Regular |Wide | Total
Bottom | 2 | 2 | 4
Middle | 2 | 2 | 4
Top | 2 | 2 | 4
Total 6 6 12
HWCOMBO HEIGHT(Display Height)
Frequency|Bottom |Middle |Top | Total
11 | 2 | 0 | 0 | 2
12 | 2 | 0 | 0 | 2
21 | 0 | 2 | 0 | 2
22 | 0 | 2 | 0 | 2
31 | 0 | 0 | 2 | 2
32 | 0 | 0 | 2 | 2
Total 4 4 4 12
*/
