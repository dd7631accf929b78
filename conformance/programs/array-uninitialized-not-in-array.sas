/* source: SAS: why no NOTE: variable is uninitialized when it is part of an array (Stack Overflow 17882705) */
data direct;
  value = cat;
run;
data through;
  array pets cat;
  value = pets[1];
run;
data _null_; set through; put cat= value=; run;
/* log
NOTE: Variable cat is uninitialized.
cat=. value=.
*/
