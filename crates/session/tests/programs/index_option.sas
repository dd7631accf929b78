/* INDEX= of data sets that are made. */
data a(index=(id / unique  who=(last first) / nomiss / unique  note))
     b(keep=id note rename=(id=number) index=(number));
  length last first $ 8 note $ 4;
  do id = 1 to 1000;
    last = put(mod(id, 40), z3.);
    first = put(int(id / 40), z3.);
    note = put(mod(id, 7), 1.);
    output;
  end;
run;
proc contents data=a; run;
data _null_;
  length last first $ 8;
  number = 17;
  set b key=number;
  put number= note=;
  last = '002';
  first = '001';
  set a key=who;
  put id= last= first=;
  stop;
run;

/* A data set that is replaced has only its new indexes. */
data a(index=(note));
  set a;
  where id <= 10;
run;
proc datasets library=work nolist;
  modify a;
    index delete id note;
quit;

/* The outputs of procedures. */
proc sort data=a out=sorted(index=(both=(id note / nomiss))); by descending id; run;
proc sort data=sorted out=sorted(index=(id)) force; by descending id; run;
proc means data=sorted noprint;
  class note;
  output out=sums(index=(note / nomiss)) sum(id)=total;
run;
proc transpose data=a out=turned(index=(_name_ / unique  both=(col1 col2))); run;
data _null_;
  length _name_ $ 8;
  id = 7;
  set sorted key=id;
  put id= note=;
  note = '3';
  set sums key=note;
  put note= total=;
  _name_ = 'id';
  set turned key=_name_ / unique;
  put col3=;
  stop;
run;

/* Compressed, with small pages of the index file, and without observations. */
data packed(compress=char ibufsize=1024 index=(id)) none(index=(id both=(id text)));
  length text $ 60;
  do id = 300 to 1 by -1;
    text = 'short';
    output packed;
  end;
run;
data _null_;
  id = 250;
  set packed key=id;
  put id= text=;
  set none key=both;
  put _iorc_=;
  _error_ = 0;
  stop;
run;
proc contents data=none; run;

/* A key that is not unique: the data set is made, with its other indexes. */
options nosyntaxcheck;
data a(index=(group / unique  id / unique  note / unique));
  do id = 1 to 4;
    group = mod(id, 3);
    note = 'x';
    output;
  end;
run;
data _null_;
  id = 4;
  set a key=id;
  put group= note=;
  stop;
run;
proc sort data=a out=sorted(index=(note / unique)); by group; run;
proc print data=sorted; run;

/* What cannot be. */
data a(index=(missing)); id = 1; run;
data a(drop=id index=(id)); id = 1; x = 2; run;
data a(index=(x=(x id))); id = 1; x = 2; run;
data a(index=(both=(id))); id = 1; run;
data a(index=(both=(id id))); id = 1; run;
data a(index=(both=(id other))); id = 1; run;
data a(index=(id id / unique)); id = 1; run;
data a(index=(id / once)); id = 1; run;
data a(index=id); id = 1; run;
data a(index=()); id = 1; run;
data b; set a(index=(id)); run;
data a(index=(text)); length text $ 10000; text = 'x'; run;
data a; modify a(index=(id)); run;
proc transpose data=b out=turned(index=(col9999)); run;
libname texts csv "&sysparm";
data texts.a(index=(id)); id = 1; run;
proc print data=a; run;
