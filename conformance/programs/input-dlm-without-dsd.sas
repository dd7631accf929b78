/* source: How do I read a delimited file with missing data in SAS? (UCLA OARC Statistical Consulting) */
data c1;
  length make $ 20;
  infile datalines delimiter=',';
  input make mpg weight price;
datalines;
AMC Concord,22,2930,4099
AMC Pacer,,3350,4749
AMC Spirit,22,2640,3799
Buick Century,20,3250,4816
Buick Electra,15,4080,7827
;
proc print data=c1; run;
data c2;
  length make $ 20;
  infile datalines delimiter=',' dsd;
  input make mpg weight price;
datalines;
AMC Concord,22,2930,4099
AMC Pacer,,3350,4749
AMC Spirit,22,2640,3799
Buick Century,20,3250,4816
Buick Electra,15,4080,7827
;
proc print data=c2; run;
/* listing
1 AMC Concord 22 2930 4099
2 AMC Pacer 3350 4749 .
3 Buick Century 20 3250 4816
4 Buick Electra 15 4080 7827
1 AMC Concord 22 2930 4099
2 AMC Pacer . 3350 4749
3 AMC Spirit 22 2640 3799
4 Buick Century 20 3250 4816
5 Buick Electra 15 4080 7827
*/
