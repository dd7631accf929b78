/* source: SAS macro variables: local and global (renenyffenegger.ch, github about-SAS, local-global.sas) */
%let one=set globally;
%let two=set globally;
%macro m;
  %local one;
  %global four;
  %let one=set in macro;
  %let two=set in macro;
  %let three=set in macro;
  %let four=set in macro;
%mend m;
%m
%put one = &one;
%put two = &two;
%put three = &three;
%put four = &four;
/* log
one = set globally
two = set in macro
WARNING: Apparent symbolic reference THREE not resolved.
three = &three
four = set in macro
*/
