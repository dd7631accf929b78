/* source: Keeping Trailing spaces in SAS dataset (SAS Communities, SAS Programming, m-p/29046) */
data shows;
  length on_show $15 muppet $20;
  infile datalines dsd dlm=',';
  input on_show $ muppet $ numtrail;
  calclength = length(muppet);
  datalines;
"Sesame Street","Kermit   ",3
"Muppet Show","Miss Piggy ",1
"Sesame Street","Snuffleupagus  ",2
"Muppet Show","Gonzo   ",3
"Fraggle Rock","Gobo Fraggle    ",4
"Fraggle Rock","Uncle Traveling Matt",0
;
proc print data=shows;
  var on_show muppet calclength numtrail;
run;
/* listing
Obs on_show muppet calclength numtrail
1 Sesame Street Kermit 6 3
2 Muppet Show Miss Piggy 10 1
3 Sesame Street Snuffleupagus 13 2
4 Muppet Show Gonzo 5 3
5 Fraggle Rock Gobo Fraggle 12 4
6 Fraggle Rock Uncle Traveling Matt 20 0
*/
