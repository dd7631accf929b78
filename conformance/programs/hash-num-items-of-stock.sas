/* source: SAS 9.4 Component Objects: Reference, NUM_ITEMS Attribute, Example */
data stock;
  input item $ 1-10 qty 12-14;
  datalines;
broccoli   345
corn       389
potato     993
onion      730
;
data _null_;
  if 0 then set stock;
  declare hash shelf(dataset: 'stock');
  shelf.definekey('item');
  shelf.definedata('qty');
  shelf.definedone();
  shelf.add(key: 'cucumber', data: 245);
  totalitems = shelf.num_items;
  put totalitems=;
run;
/* log
totalitems=5
*/
