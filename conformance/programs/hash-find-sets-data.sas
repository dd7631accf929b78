/* source: SAS 9.4 Language Reference: Concepts, Using the Hash Object */
data _null_;
  length name work $20;
  declare hash books;
  books = _new_ hash();
  rc = books.definekey('name');
  rc = books.definedata('work');
  rc = books.definedone();
  rc = books.add(key: 'Homer', data: 'Odyssey');
  rc = books.add(key: 'Joyce', data: 'Ulysses');
  call missing(name, work);
  name = 'Homer';
  if books.find() = 0 then put work=;
run;
/* log
work=Odyssey
*/
