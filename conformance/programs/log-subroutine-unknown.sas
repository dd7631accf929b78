/* source: log of SAS 9.4 in a public repository (tracker_json and claims_json, github.com) */
data _null_;
  call symcat('tracker_json', 'x');
run;
/* log
ERROR 251-185: The subroutine SYMCAT is unknown, or cannot be accessed. Check your spelling.
NOTE: The SAS System stopped processing this step because of errors.
*/
