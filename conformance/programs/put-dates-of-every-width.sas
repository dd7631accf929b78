/* source: DATE, WEEKDATE and WORDDATE formats (renenyffenegger.ch, github about-SAS, date.sas, weekdate.sas, worddate.sas) */
data _null_;
  val = 21075.75;
  put val date11. / val date10. / val date9. / val date8. / val date7. / val date6. / val date5.;
  put val weekdate. / val weekdate28. / val weekdate23. / val weekdate22. / val weekdate17. / val weekdate16.;
  put val weekdate14. / val weekdate9. / val weekdate8. / val weekdate3.;
  val = 18888.88;
  put val worddate. / val worddate17. / val worddate12. / val worddate11. / val worddate9. / val worddate8.;
run;
/* log
13-SEP-2017
13SEP2017
13SEP2017
13SEP17
13SEP17
13SEP
13SEP
Wednesday, September 13, 2017
Wednesday, Sep 13, 2017
Wednesday, Sep 13, 2017
Wed, Sep 13, 2017
Wed, Sep 13, 2017
Wed, Sep 13, 17
Wednesday
Wednesday
Wed
Wed
September 18, 2011
Sep 18, 2011
Sep 18, 2011
September
September
Sep
*/
