/* source: Problem Note 39037: MCOMPILENOTE may generate an incorrect message (support.sas.com) */
%macro test;
  %let y 100;
%mend;
/* log
ERROR: Expected equal sign not found in %LET statement.
*/
