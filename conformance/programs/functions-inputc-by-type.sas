/* source: SAS 9.4 Functions and CALL Routines: Reference, INPUTC Function */
proc format;
  value typefmt 1='$groupx' 2='$groupy' 3='$groupz';
  invalue $groupx 'positive'='agree' 'negative'='disagree' 'neutral'='notsure';
  invalue $groupy 'positive'='accept' 'negative'='reject' 'neutral'='possible';
  invalue $groupz 'positive'='pass' 'negative'='fail' 'neutral'='retest';
run;
data answers;
  input type response $;
  respinformat = put(type, typefmt.);
  word = inputc(response, respinformat);
  put type response word;
  datalines;
1 positive
1 negative
1 neutral
2 positive
2 negative
2 neutral
3 positive
3 negative
3 neutral
;
/* log
1 positive agree
1 negative disagree
1 neutral notsure
2 positive accept
2 negative reject
2 neutral possible
3 positive pass
3 negative fail
3 neutral retest
*/
