/* source: Transpose more than one variable (SAS Communities 615152; rogerjdeangelis on GitHub) */
data loans;
  input facility mortgage $ id $ name $;
  cards4;
1 A 001 Jhon
1 A 003 Frank
2 C 004 Tom
;;;;
data wide;
  array m $ mortgage1-mortgage2;
  array i $ id1-id2;
  array n $ name1-name2;
  do k = 1 by 1 until (last.facility);
    set loans;
    by facility;
    m[k] = mortgage; i[k] = id; n[k] = name;
  end;
  keep facility mortgage1 -- name2;
run;
proc print data=wide noobs;
  var facility mortgage1 id1 name1 mortgage2 id2 name2;
run;
/* listing
facility mortgage1 id1 name1 mortgage2 id2 name2
1 A 001 Jhon A 003 Frank
2 C 004 Tom
*/
