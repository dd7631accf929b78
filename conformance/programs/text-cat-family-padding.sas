/* source: SAS functions cat, cats, catt, catx, file cat-cats-catt-catx.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  length t2 $8 t5 $1;
  t1 = 'space-right '; t2 = 'no-space'; t3 = ' space-left'; t4 = ' space-both '; t5 = '<';
  array t[5] t1-t5;
  plain = cat(of t[*]);
  tight = cats(of t[*]);
  right = catt(of t1-t5);
  joined = catx('/', of t1-t5);
  put plain; put tight; put right; put joined;
run;
/* log
space-right no-space space-left space-both <
space-rightno-spacespace-leftspace-both<
space-rightno-space space-left space-both<
space-right/no-space/space-left/space-both/<
*/
