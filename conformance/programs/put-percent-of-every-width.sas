/* source: PERCENT format (renenyffenegger.ch, github about-SAS, formats-informats/percent.sas) */
data _null_;
  val = 0.1813;
  put val percent8.2 / val percent7.2 / val percent6.2 / val percent5.2 / val percent4.2;
run;
/* log
18.13%
18.1%
18%
18%
*%
*/
