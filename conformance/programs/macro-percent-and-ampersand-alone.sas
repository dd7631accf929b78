/* source: SAS macro quoting of percent sign and ampersand (renenyffenegger.ch, github about-SAS, percent-ampersand.sas) */
%put str: %str     (%%), ampersand: %str     (&);
%put quote: %quote   (% ), ampersand: %quote   (&);
%put bquote: %bquote  (% ), ampersand: %bquote  (&);
%put nrstr: %nrstr   (%%), ampersand: %nrstr   (&);
%put nrquote: %nrquote (% ), ampersand: %nrquote (&);
%put nrbquote: %nrbquote(% ), ampersand: %nrbquote(&);
/* log
str: %, ampersand: &
quote: % , ampersand: &
bquote: % , ampersand: &
nrstr: %, ampersand: &
nrquote: % , ampersand: &
nrbquote: % , ampersand: &
*/
