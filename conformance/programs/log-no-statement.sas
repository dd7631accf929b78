/* source: ERROR 180-322: The story of an error message (blogs.sas.com, The SAS Dummy, 2016) */
data _null_;
  create table f as;
run;
/* log
ERROR 180-322: Statement is not valid or it is used out of proper order.
*/
