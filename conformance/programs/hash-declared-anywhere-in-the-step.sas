/* source: sasnrd.com, 6 Reasons Why The SAS Hash Object Yields Error */
data _null_;
  declare hash h();
  h.definekey('k');
  h.definedata('d');
  if h.definedone() = 0 then put 'defined';
  k = .;
  d = .;
run;
/* log
defined
*/
