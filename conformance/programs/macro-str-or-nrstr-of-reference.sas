/* source: SAS macro quoting: %str vs %nrstr (renenyffenegger.ch, github about-SAS, str-vs-nrstr.sas) */
%let mv=%nrstr(Acme&Co);
%let by_str=%str(&mv);
%let by_nrstr=%nrstr(&mv);
%put [&by_str.];
%put [&by_nrstr.];
/* log
[Acme&Co]
[&mv]
*/
