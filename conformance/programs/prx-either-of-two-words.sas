/* source: Search for multiple words in a sentence (SAS-L; rogerjdeangelis on GitHub) */
data _null_;
  input id @3 title $14. @18 description $40.;
  music = prxmatch('/BAND|ORCHESTRA/', upcase(catx(' ', title, description))) > 0;
  put music id title description;
  cards4;
1 editor           worked at student newspaper
1 Orchestra        first violin
1 Concert master   student orchestra
2 Soccer           captain
2 Founder          Model UN
3 bass             jazz band
3 Band             played bass in rock band with friends
3 debate           participated in speech-debate events
;;;;
run;
/* log
0 1 editor worked at student newspaper
1 1 Orchestra first violin
1 1 Concert master student orchestra
0 2 Soccer captain
0 2 Founder Model UN
1 3 bass jazz band
1 3 Band played bass in rock band with friends
0 3 debate participated in speech-debate events
*/
