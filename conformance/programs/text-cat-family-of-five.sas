/* source: SAS functions cat, cats, catt, catx (renenyffenegger.ch, github about-SAS, cat-cats-catt-catx.sas) */
data _null_;
  v1 = 'space-right '; v2 = 'no-space'; v3 = ' space-left'; v4 = ' space-both '; v5 = '<';
  a = cat(of v1-v5); b = cats(of v1-v5); c = catt(of v1-v5); d = catx('/', of v1-v5);
  put a / b / c / d;
run;
/* log
space-right no-space space-left space-both <
space-rightno-spacespace-leftspace-both<
space-rightno-space space-left space-both<
space-right/no-space/space-left/space-both/<
*/
