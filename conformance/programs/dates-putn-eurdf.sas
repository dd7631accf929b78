/* source: Displaying almost all SAS/WPS date and time formats with sample default values (Richard DeVenezia, rogerjdeangelis, GitHub, 2018) */
data _null_;
  input f :$12.;
  t = left(putn('09feb2010'd, f));
  put f t;
  datalines;
EURDFDD.
EURDFDD5.
EURDFDE.
EURDFDE9.
EURDFDN.
EURDFDWN4.
EURDFDWN.
EURDFMN3.
EURDFMN.
EURDFMY.
EURDFMY7.
EURDFWDX17.
EURDFWDX.
EURDFWKX9.
EURDFWKX15.
EURDFWKX23.
EURDFWKX.
;
/* log
EURDFDD. 09.02.10
EURDFDD5. 09.02
EURDFDE. 09FEB10
EURDFDE9. 09FEB2010
EURDFDN. 2
EURDFDWN4. Tues
EURDFDWN. Tuesday
EURDFMN3. Feb
EURDFMN. February
EURDFMY. FEB10
EURDFMY7. FEB2010
EURDFWDX17. 9 Feb 2010
EURDFWDX. 9 February 2010
EURDFWKX9. Tuesday
EURDFWKX15. Tue, 9 Feb 10
EURDFWKX23. Tuesday, 9 Feb 2010
EURDFWKX. Tuesday, 9 February 2010
*/
