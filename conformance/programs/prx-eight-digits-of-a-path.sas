/* source: Extract eight digit pattern with regex prxmatch (SAS Forum; rogerjdeangelis on GitHub) */
data _null_;
  length found $ 8;
  path = '&libroot_hr./import/sxh3j900/20190702_SXH3J900_DWH_Adresse.txt';
  re = prxparse('/(\d{8})/');
  if prxmatch(re, path) then found = prxposn(re, 1, path);
  put found;
  do k = 1 to countw(path, , 'kd');
    digits = put(scan(path, k, , 'kd'), $8.);
    if n(input(digits, ?? yymmdd8.)) then put digits=;
  end;
run;
/* log
20190702
digits=20190702
*/
