/* source: MMDDYY formats (renenyffenegger.ch, github about-SAS, formats-informats/mmddyy.sas) */
data _null_;
  v = 18888.88;
  put v mmddyy10. / v mmddyyb10. / v mmddyyc10. / v mmddyyd10. / v mmddyyp10. / v mmddyys10.;
  put v mmddyy8. / v mmddyyb8. / v mmddyyc8. / v mmddyyd8. / v mmddyyp8. / v mmddyys8.;
  put v mmddyy7. / v mmddyy6. / v mmddyy5. / v mmddyy4. / v mmddyy3. / v mmddyy2.;
run;
/* log
09/18/2011
09 18 2011
09:18:2011
09-18-2011
09.18.2011
09/18/2011
09/18/11
09 18 11
09:18:11
09-18-11
09.18.11
09/18/11
091811
091811
09/18
0918
09
09
*/
