/* source: Fill in the missing values with the last non missing in a group (SAS Forum; rogerjdeangelis on GitHub) */
data ticks;
  input id $ time $ ticker_have $;
  cards4;
1 1 ABCDE
1 2 .
1 3 .
1 4 YYYYY
1 5 .
2 4 .
2 5 ZZZZZ
2 6 .
3 1 .
4 2 OOOOO
4 3 OOOOO
4 4 OOOOO
;;;;
data filled;
  do until (last.id);
    set ticks;
    by id;
    if not missing(ticker_have) then ticker_want = ticker_have;
  end;
  do until (last.id);
    set ticks;
    by id;
    output;
  end;
run;
proc print data=filled noobs; run;
/* listing
id time ticker_have ticker_want
1 1 ABCDE YYYYY
1 2 YYYYY
1 3 YYYYY
1 4 YYYYY YYYYY
1 5 YYYYY
2 4 ZZZZZ
2 5 ZZZZZ ZZZZZ
2 6 ZZZZZ
3 1
4 2 OOOOO OOOOO
4 3 OOOOO OOOOO
4 4 OOOOO OOOOO
*/
