/* source: SAS Variable Lists (rkoopmann.com, 2009) */
data mixed;
  nn1=1; nca=1; cn1='a'; cca='a'; nn3=3; ncc=3; cn3='c'; ccc='c'; nn2=2; ncb=2; cn2='b'; ccb='b';
run;
proc print data=mixed noobs; var nn1-nn3; run;
proc print data=mixed noobs; var nn1--nn3; run;
proc print data=mixed noobs; var cn1-cn3; run;
proc print data=mixed noobs; var cn1--cn3; run;
/* listing
nn1 nn2 nn3
1 2 3
nn1 nca cn1 cca nn3
1 1 a a 3
cn1 cn2 cn3
a b c
cn1 cca nn3 ncc cn3
a a 3 3 c
*/
