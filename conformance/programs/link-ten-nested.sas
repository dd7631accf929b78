/* source: LINK Statement (SAS 9.3 Statements: Reference, lestmtsref 63323): ten LINK statements without a RETURN are possible, and RETURN goes behind the last one */
data _null_;
  link a;
  put 'back ' n=;
  return;
a: n + 1;
  if n < 10 then link a;
  m + 1;
  put 'return ' m=;
  return;
run;
/* log
return m=1
return m=10
back n=10
*/
