/* source: Transpose and apply several different formats to the same column (rogerjdeangelis on GitHub) */
/* differs: an error, since VVALUE takes no element of an array */
data _null_;
  var1 = 20165;
  var2 = 20165;
  var3 = 20165;
  format var1 date7. var2 date9. var3 date11.;
  array v[3] var1-var3;
  do k = 1 to 3;
    name = vname(v[k]);
    shown = vvalue(v[k]);
    put name shown;
  end;
run;
/* log
var1 18MAR15
var2 18MAR2015
var3 18-MAR-2015
*/
