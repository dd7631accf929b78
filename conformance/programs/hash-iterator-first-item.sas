/* source: The 5 Hash Iterator Object Methods in SAS (sasnrd.com) */
data have;
  input key data @@;
  datalines;
2 30 2 40 1 10 1 20 2 50 3 60 3 70
;
data _null_;
  call missing(key, data);
  declare hash h(dataset: 'have', ordered: 'Y');
  h.definekey('key');
  h.definedata('key', 'data');
  h.definedone();
  declare hiter it('h');
  rc = it.first();
  put key= data=;
run;
/* log
key=1 data=10
*/
