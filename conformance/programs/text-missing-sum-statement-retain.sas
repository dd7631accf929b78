/* source: Confused by how sas handles missing values (Adam_Black, SAS Communities, 2016) */
data _null_;
  a = .;
  b = a + 1;
  c = sum(a, 1);
  a + 1;
  put a= b= c=;
run;
/* log
a=1 b=. c=1
*/
