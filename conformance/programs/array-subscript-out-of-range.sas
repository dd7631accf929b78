/* source: Using array index in different range (SAS Communities) */
data have;
  input id bf1-bf12;
datalines;
1 1 1 1 1 1 1 1 1 1 1 1 1
;
data _null_;
  set have;
array x (12) bf1-bf12;
do i = 1 to 12;
if x[i - 5] = 1 then put 'yes';
end;
run;
/* log
ERROR: Array subscript out of range at line 11 column 4.
*/
