/* source: 6 Reasons Why The SAS Hash Object Yields Error (sasnrd.com) */
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
