/* source: SAS 9.4 Macro Language: Reference, SYSDATE, SYSDATE9, SYSTIME, SYSDAY: DATE7., DATE9., hh:mm and a day's name */
%put %length(&sysdate) %length(&sysdate9) %length(&systime) %index(&systime, :);
%put %eval(%index(Sunday Monday Tuesday Wednesday Thursday Friday Saturday, &sysday) > 0);
%put %eval(%index(&sysdate9, %substr(&sysdate, 1, 5)) = 1);
/* log
7 9 5 3
1
1
*/
