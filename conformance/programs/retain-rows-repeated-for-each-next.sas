/* source: How to make a loop to duplicate previous rows (SAS-L; github.com/rogerjdeangelis) */
data have;
  input id name $;
  datalines;
1 Jam
2 John
3 Will
;
data want;
  set have(keep=id rename=(id=last));
  do p = 1 to last;
    set have point=p;
    newid + 1;
    output;
  end;
  keep newid id name;
run;
proc print data=want noobs; var newid id name; run;
/* listing
1 1 Jam
2 1 Jam
3 2 John
4 1 Jam
5 2 John
6 3 Will
*/
