/* source: SAS 9.4 Functions and CALL Routines: Reference, FETCH, GETVARC, GETVARN, CUROBS; rows of SASHELP.CLASS */
data _null_;
  id = open('sashelp.class', 'i');
  do while (fetch(id) = 0);
    n = curobs(id);
    name = getvarc(id, varnum(id, 'name'));
    age = getvarn(id, varnum(id, 'age'));
    if n <= 3 or n = 19 then put n name age;
  end;
  rc = fetch(id); put rc=;
  rc = close(id);
run;
/* log
1 Alfred 14
2 Alice 13
3 Barbara 13
19 William 15
rc=-1
*/
