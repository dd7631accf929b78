/* source: OPEN, SAS Language Reference, Version 8: FIRSTOBS= and OBS= are ignored; ATTRN: NLOBSF takes those of the session */
data three;
  do k = 1 to 3;
    output;
  end;
run;
data _null_;
  id = open('three(firstobs=2 obs=2)');
  do while (fetch(id) = 0);
    k = getvarn(id, 1);
    put k=;
  end;
  rc = close(id);
run;
options firstobs=2;
data _null_;
  id = open('three');
  n = attrn(id, 'nlobs');
  f = attrn(id, 'nlobsf');
  put n= f=;
run;
/* log
k=1
k=2
k=3
n=3 f=2
*/
