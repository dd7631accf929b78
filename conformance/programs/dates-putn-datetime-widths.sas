/* source: SAS formats datetime and time, files datetime.sas, time-formats.sas, time.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  length f $12;
  moment = '04jan1960:16:21:38'dt;
  do f = 'datetime19.', 'datetime16.', 'datetime15.', 'datetime13.', 'datetime12.',
         'datetime10.', 'datetime9.', 'datetime8.', 'datetime7.';
    t = putn(moment, f);
    put f t;
  end;
  span = hms(5, 16, 32.16);
  do f = 'hhmm.', 'tod.', 'time.', 'hhmm11.', 'tod11.', 'time11.', 'hhmm11.2', 'tod11.2', 'time11.2';
    t = left(putn(span, f));
    put f t;
  end;
  span = hms(3, 18, 27.35);
  put 'last ' span time. +1 span time12.3;
  a = '00:01't; b = '01:00't; c = '10:00't;
  d = dhms('02jan60'd, 2, 3, 4);
  put a= b= c= d=;
  over = dhms(mdy(8, 22, 2016), 54, 13, 7);
  put over= is8601dt.;
run;
/* log
datetime19. 04JAN1960:16:21:38
datetime16. 04JAN60:16:21:38
datetime15. 04JAN60:16:21
datetime13. 04JAN60:16:21
datetime12. 04JAN60:16
datetime10. 04JAN60:16
datetime9. 04JAN1960
datetime8. 04JAN60
datetime7. 04JAN60
hhmm. 5:17
tod. 05:16:32
time. 5:16:32
hhmm11. 5:17
tod11. 05:16:32
time11. 5:16:32
hhmm11.2 5:16.54
tod11.2 05:16:32.16
time11.2 5:16:32.16
last 3:18:27 3:18:27.350
a=60 b=3600 c=36000 d=93784
over=2016-08-24T06:13:07
*/
