/* source: Statement Labels (SAS 9.4 DATA Step Statements: Reference, go.documentation.sas.com lestmtsref n0aft06yl0q5san1h0evo23yrfmw) */
data there order;
  input item $ stock @;
  if stock = 0 then goto buy;
  output there;
  return;
buy: input supplier $;
  put 'ORDER ITEM ' item 'FROM ' supplier;
  output order;
datalines;
milk 0 A
bread 3 B
;
/* log
ORDER ITEM milk FROM A
*/
