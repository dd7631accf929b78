/* source: $CHARw. Informat (SAS 9.3 Formats and Informats: Reference, leforinforref 64790) */
data _null_;
  input @1 name $char5.;
  shown = translate(name, '#', ' ');
  put shown;
datalines;
XYZ
 XYZ
  .
 X YZ
;
/* log
XYZ##
#XYZ#
##.##
#X#YZ
*/
