/* source: COMMA format (renenyffenegger.ch, github about-SAS, formats-informats/comma.sas) */
data _null_;
  do x = 1/3, 10/3, 100/3;
    put x comma3.0 +1 x comma3.1 +1 x comma3.2;
  end;
run;
/* log
0 0.3 .33
3 3.3 3.3
33 33 33
*/
