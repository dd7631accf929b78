/* source: SAS 9.4 Macro Language: Reference, SYSDATE, SYSDATE9, SYSDAY, SYSTIME: widths and equalities */
data _null_;
  same = "&sysdate" = cats(substr("&sysdate9", 1, 5), substr("&sysdate9", 8));
  day = strip(put("&sysdate9"d, downame9.)) = "&sysday";
  lengths = catx(' ', length("&sysdate"), length("&sysdate9"), length("&systime"));
  colon = index("&systime", ':');
  put same= day= lengths= colon=;
run;
/* log
same=1 day=1 lengths=7 9 5 colon=3
*/
