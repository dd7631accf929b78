/* source: INT function returning unexpected results, accepted answer (Tom, SAS Communities, message 954954) */
/* differs: 1.45519152283669E-11 comes */
data _null_;
  v = 1117.11;
  p = v*100;
  rest = 111711 - p;
  put rest=best32.;
run;
/* log
rest=1.4551915228366E-11
*/
