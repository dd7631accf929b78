/* source: time formats (renenyffenegger.ch, github about-SAS, time-formats.sas and time.sas) */
data _null_;
  t = 5*60*60 + 16*60 + 32 + 16/100;
  put t hhmm. / t tod. / t time. / t hhmm11. / t tod11. / t time11. / t hhmm11.2 / t tod11.2 / t time11.2;
  t = 3*60*60 + 18*60 + 27 + 35/100;
  put t time. / t time12.3;
run;
/* log
5:17
05:16:32
5:16:32
5:17
05:16:32
5:16:32
5:16.54
05:16:32.16
5:16:32.16
3:18:27
3:18:27.350
*/
