/* source: sasnrd.com, Hash Iterator Object Locked by SAS: the item group of another key can be removed */
data _null_;
  declare hash h(ordered: 'y');
  h.definekey('k');
  h.definedone();
  declare hiter i('h');
  do k = 1 to 3;
    h.add();
  end;
  rc = i.first();
  if h.remove(key: 2) = 0 then put 'removed';
run;
/* log
removed
*/
