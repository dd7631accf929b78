/* source: SAS Loops - Understanding Leave and Continue (9to5sas.com) */
data _null_;
  do t = 1 to 10;
    if t = 5 then leave;
    put t=;
  end;
  put 'left';
  do t = 1 to 10;
    if t = 5 then continue;
    put t=;
  end;
run;
/* log
t=1
t=2
t=3
t=4
left
t=1
t=2
t=3
t=4
t=6
t=7
t=8
t=9
t=10
*/
