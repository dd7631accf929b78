/* source: log of SAS in a course's repository (STAT660, data analysis log, github.com, 2021) */
%include "STAT660-01_s21-team-3_data_preparation.sas";
/* log
ERROR: Cannot open %INCLUDE file STAT660-01_s21-team-3_data_preparation.sas.
*/
