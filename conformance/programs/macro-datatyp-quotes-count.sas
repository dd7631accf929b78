/* source: SAS macro %let and %datatyp (renenyffenegger.ch, github about-SAS, let.sas) */
%let num=42;
%put %datatyp( &num );
%put %datatyp("&num");
/* log
NUMERIC
CHAR
*/
