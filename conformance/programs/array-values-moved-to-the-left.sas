/* source: Shift elements left to remove missings (rogerjdeangelis on GitHub) */
data gaps;
  infile datalines dsd;
  input id $ var1 $ var2 $ var3 $ var4 $ var5 $;
  cards4;
1,A,,B,,C
2,C,,A,A,
3,A,,,A,B
4,B,B,C,,
5,C,,A,,C
;;;;
data _null_;
  set gaps;
  array out[5] $ 1;
  left = cats(of var1-var5);
  do k = 1 to length(left); out[k] = char(left, k); end;
  put id out1-out5;
run;
/* log
1 A B C
2 C A A
3 A A B
4 B B C
5 C A C
*/
