/* source: Find the words band or orchestra in title or description (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input id @3 title $14. @18 description $40.;
  music = prxmatch('/BAND|ORCHESTRA/', upcase(catx(' ', title, description))) > 0;
  put music id title;
  datalines;
1 editor         worked at student newspaper
1 Orchestra      first violin
1 Concert master student orchestra
2 Soccer         captain
2 Founder        Model UN
3 bass           jazz band
3 Band           played bass in rock band with friends
3 debate         participated in speech-debate events
;
/* log
0 1 editor
1 1 Orchestra
1 1 Concert master
0 2 Soccer
0 2 Founder
1 3 bass
1 3 Band
0 3 debate
*/
