/* source: INTCK and INTNX examples (Victor Popovich, SAS Communities / sasCommunity.org, 2010) */
data _null_;
  array unit[6] $10 _temporary_ ('year' 'semiyear' 'quarter' 'month' 'week' 'day');
  do i = 1 to dim(unit);
    if unit[i] = 'quarter' then unit[i] = 'qtr';
    n = intck(unit[i], '01jan2009'd, '01jan2010'd);
    put unit[i] +(-1) '=' n @;
  end;
  put;
  do u = 'hour  ', 'minute', 'second';
    long = intck(u, '01jan2009:00:00:00'dt, '01jan2010:00:00:00'dt);
    short = intck(u, '00:00:00't, '12:00:00't);
    put u long= short=;
  end;
  edge = intck('year', '31dec2009'd, '01jan2010'd);
  put edge=;
run;
data _null_;
  w = intnx('WEEK', '01JAN1960'd, 1);
  put w= w= weekdate.;
run;
/* log
year=1 semiyear=2 qtr=4 month=12 week=52 day=365
hour long=8760 short=12
minute long=525600 short=720
second long=31536000 short=43200
edge=1
w=2 w=Sunday, January 3, 1960
*/
