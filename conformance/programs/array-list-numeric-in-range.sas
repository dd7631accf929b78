/* source: SAS Variable Lists, SAS 9.4 Language Reference: Concepts (SAS Institute); SAS Variable Lists (rkoopmann.com, 2009) */
data mixed;
  nn1=1; nca=1; cn1='a'; cca='a'; nn3=3; ncc=3; cn3='c'; ccc='c'; nn2=2; ncb=2; cn2='b'; ccb='b';
run;
proc print data=mixed noobs; var nn1-numeric-nn3; run;
proc print data=mixed noobs; var nn1-character-nn3; run;
/* listing
nn1 nca nn3
1 1 3
cn1 cca
a a
*/
