/* source: Adding a unique logon sequence number for repeat customers (rogerjdeangelis on GitHub) */
data known;
  input id firstname :$16. repeat_name :$20.;
  datalines;
1 David David_0001
2 David David_0002
3 David David_0003
4 Elizabeth Elizabeth_0001
5 Jane Jane_0001
6 Jane Jane_0002
7 John John_0001
8 John John_0002
9 Leonard Leonard_0001
10 Susan Susan_0001
;
data more;
  input firstname :$16. id;
  datalines;
David 11
Donald 13
Jane 12
;
data all;
  set known more(in=new);
  by firstname;
  if first.firstname then nth = 0;
  nth + 1;
  if new then repeat_name = cats(firstname, '_', put(nth, z4.));
  drop nth;
run;
proc print data=all noobs; run;
/* listing
id firstname repeat_name
1 David David_0001
2 David David_0002
3 David David_0003
11 David David_0004
13 Donald Donald_0001
4 Elizabeth Elizabeth_0001
5 Jane Jane_0001
6 Jane Jane_0002
12 Jane Jane_0003
7 John John_0001
8 John John_0002
9 Leonard Leonard_0001
10 Susan Susan_0001
*/
