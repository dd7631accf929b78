/* source: https://blogs.sas.com/content/sastraining/2014/11/25/sas-takes-your-word-for-it/ (the sentence) */
data sales;
  input x @@;
  datalines;
2 1
;
proc print data=sales noobs;
  by x;
run;
/* log
ERROR: Data set WORK.SALES is not sorted in ascending sequence. The current BY group has x = 2 and the next BY group has x = 1.
NOTE: The SAS System stopped processing this step because of errors.
*/
