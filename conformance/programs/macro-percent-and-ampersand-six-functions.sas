/* source: quoting, percent-ampersand.sas (renenyffenegger.ch, github about-SAS) */
%put Percent sign: %str(%%), ampersand: %str(&);
%put Percent sign: %bquote(% ), ampersand: %bquote(&);
%put Percent sign: %nrstr(%%), ampersand: %nrstr(&);
%put Percent sign: %nrbquote(% ), ampersand: %nrbquote(&);
/* log
Percent sign: %, ampersand: &
Percent sign: % , ampersand: &
Percent sign: %, ampersand: &
Percent sign: % , ampersand: &
*/
