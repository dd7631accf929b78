/* source: PVALUE format (renenyffenegger.ch, github about-SAS, formats-informats/pvalue.sas) */
data _null_;
  do val = 4, 0.4, 0.04, 0.004, 0.0004, 0.00004, 44.00004;
    put val pvalue6.3;
  end;
run;
/* log
4.000
0.400
0.040
0.004
<.001
<.001
44.000
*/
