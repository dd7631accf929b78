/* source: Problem Note 39037: MCOMPILENOTE may generate an incorrect message (support.sas.com) */
%let y 100;
/* log
ERROR: Expected equal sign not found in %LET statement.
*/
