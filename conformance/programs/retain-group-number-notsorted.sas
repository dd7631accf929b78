/* source: Incrementing by one for each new group of records (github.com/rogerjdeangelis, StackOverflow) */
data have;
  input name $ score cluster;
  datalines;
Adam 1 22
Eddy 0 22
Boby 9 22
Timy 2 26
Carl 9 26
Anna 0 33
Paul 5 35
Mike 7 51
;
data want;
  set have; by cluster notsorted;
  retain grp 0;
  grp = ifn(first.cluster, grp + 1, grp);
run;
proc print data=want noobs; run;
/* listing
Adam 1 22 1
Eddy 0 22 1
Boby 9 22 1
Timy 2 26 2
Carl 9 26 2
Anna 0 33 3
Paul 5 35 4
Mike 7 51 5
*/
