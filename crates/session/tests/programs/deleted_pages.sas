/* Steps on a data set of several pages in which observations are deleted. */
data a(bufsize=1k);
  length text $ 100;
  do id = 1 to 60;
    class = mod(id, 3);
    output;
  end;
run;
data a;
  modify a;
  if mod(id, 2) then remove;
  else if id = 20 then do;
    id = 61;
    output;
  end;
run;

/* FIRSTOBS= and OBS= count without deleted observations. */
data _null_; set a(firstobs=20 obs=21); put id=; run;
data _null_; set a(firstobs=30 obs=31); put id=; run;
data _null_; set a(firstobs=31); put id=; run;
data _null_; set a(where=(class = 1) firstobs=10); put id=; run;
options cpucount=1;
proc means data=a n sum maxdec=0; var id; run;
proc means data=a(firstobs=2 obs=30) n sum maxdec=0; var id; run;
options cpucount=2;
proc means data=a n sum maxdec=0; class class; var id; run;
proc freq data=a; tables class / nocum; run;
proc sort data=a out=sorted; by class descending id; run;
data _null_; set sorted end=last; by class; if first.class or last then put class= id= _n_=; run;
