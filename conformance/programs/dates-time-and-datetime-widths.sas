/* source: time_format.sas and datetime_format.sas (Bob Heckel, bheckel/code, GitHub) */
data _null_;
  a = '9:35't; b = 1000000000; c = 1000000; d = '30OCT65:00:00:00'dt;
  put 'a ' a time5. +1 a time6. +1 a tod5. +1 a tod6.;
  put 'b ' b time5. +1 b time6. +1 b tod5. +1 b tod6. +1 b datetime.;
  put 'c ' c datetime. +1 c datetime10. +1 c datetime15.;
  put 'd ' d;
run;
/* log
a 9:35 9:35 09:35 09:35
b ***** 277777 01:46 01:46 09SEP91:01:46:40
c 12JAN60:13:46:40 12JAN60:13 12JAN60:13:46
d 183945600
*/
