/* COMPRESS=, REUSE= and POINTOBS= of what is written, and the notes about it. */
options compress=yes;
data text(label='Mostly blanks') long(compress=binary) plain(compress=no) short(keep=x);
  length t u $ 200;
  do x = 1 to 2000;
    t = 'some text';
    u = repeat(put(x, 8.), 9);
    output;
  end;
run;
proc contents data=text; run;
proc contents data=long; run;
options compress=no dlcreatedir;

/* Each observation is longer with its pointer than without. */
data noise(compress=char bufsize=4k);
  length t $ 24;
  do x = 1 to 400;
    do i = 1 to 24;
      substr(t, i, 1) = byte(33 + int(90 * ranuni(1)));
    end;
    output;
  end;
run;
data none(compress=char); length t $ 100; stop; run;

/* What is kept. */
proc sort data=text; by descending x; run;
proc sort data=text out=sorted; by x; run;
proc append base=long data=plain; run;
data unlisted(compress=yes pointobs=no); set plain(obs=10); run;
data part; set plain(firstobs=11); run;
proc append base=unlisted data=part; run;
libname made "&sysparm/made" compress=binary;
proc copy in=work out=made; select text; run;
data made.reused(reuse=yes pointobs=yes) made.unpointed(pointobs=no compress=char); set sorted; run;
proc contents data=made.text; run;
proc contents data=made.reused; run;
proc contents data=made.unpointed; run;
proc contents data=sorted; run;

/* What is read is what was written. */
data _null_;
  merge plain sorted(rename=(t=t2 u=u2)) made.reused(rename=(t=t3 u=u3)) end=last;
  by x;
  if t ne t2 or t ne t3 or u ne u2 or u ne u3 then put 'ERROR: ' x=;
  if last then put 'Compared ' _n_;
run;
data _null_; set long end=last; s + x; if last then put _n_= s=; run;
proc print data=made.unpointed(firstobs=1998 drop=u); run;
proc options option=(compress reuse); run;
