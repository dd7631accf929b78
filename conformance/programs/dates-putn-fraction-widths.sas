/* source: SAS formats date, weekdate, worddate, ddmmyy and mmddyy, files date.sas, weekdate.sas, worddate.sas, ddmmyy.sas, mmddyy.sas (ReneNyffenegger/about-SAS, GitHub) */
data _null_;
  length f $12;
  a = 21075.75;
  do f = 'date11.', 'date10.', 'date9.', 'date8.', 'date7.', 'date6.', 'date5.',
         'weekdate.', 'weekdate28.', 'weekdate23.', 'weekdate22.', 'weekdate17.', 'weekdate16.',
         'weekdate15.', 'weekdate14.', 'weekdate9.', 'weekdate8.', 'weekdate3.';
    t = putn(a, f);
    put f t;
  end;
  a = 18888.88;
  do f = 'worddate.', 'worddate17.', 'worddate12.', 'worddate11.', 'worddate9.', 'worddate8.', 'worddate3.',
         'ddmmyy10.', 'ddmmyyb10.', 'ddmmyyc10.', 'ddmmyyd10.', 'ddmmyyp10.', 'ddmmyy8.', 'ddmmyy7.', 'ddmmyy6.', 'ddmmyy5.',
         'ddmmyy4.', 'ddmmyy3.', 'mmddyyp8.', 'mmddyy7.', 'mmddyy5.', 'mmddyy4.', 'mmddyy2.';
    t = putn(a, f);
    put f t;
  end;
run;
/* log
date11. 13-SEP-2017
date10. 13SEP2017
date9. 13SEP2017
date8. 13SEP17
date7. 13SEP17
date6. 13SEP
date5. 13SEP
weekdate. Wednesday, September 13, 2017
weekdate28. Wednesday, Sep 13, 2017
weekdate23. Wednesday, Sep 13, 2017
weekdate22. Wed, Sep 13, 2017
weekdate17. Wed, Sep 13, 2017
weekdate16. Wed, Sep 13, 17
weekdate15. Wed, Sep 13, 17
weekdate14. Wednesday
weekdate9. Wednesday
weekdate8. Wed
weekdate3. Wed
worddate. September 18, 2011
worddate17. Sep 18, 2011
worddate12. Sep 18, 2011
worddate11. September
worddate9. September
worddate8. Sep
worddate3. Sep
ddmmyy10. 18/09/2011
ddmmyyb10. 18 09 2011
ddmmyyc10. 18:09:2011
ddmmyyd10. 18-09-2011
ddmmyyp10. 18.09.2011
ddmmyy8. 18/09/11
ddmmyy7. 180911
ddmmyy6. 180911
ddmmyy5. 18/09
ddmmyy4. 1809
ddmmyy3. 18
mmddyyp8. 09.18.11
mmddyy7. 091811
mmddyy5. 09/18
mmddyy4. 0918
mmddyy2. 09
*/
