/* source: DATETIME format (renenyffenegger.ch, github about-SAS, formats-informats/datetime.sas) */
data _null_;
  val = '04JAN1960:16:21:38'dt;
  put val datetime19. / val datetime16. / val datetime15. / val datetime13. / val datetime12.;
  put val datetime10. / val datetime9. / val datetime8. / val datetime7.;
run;
/* log
04JAN1960:16:21:38
04JAN60:16:21:38
04JAN60:16:21
04JAN60:16:21
04JAN60:16
04JAN60:16
04JAN1960
04JAN60
04JAN60
*/
