/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL CATS, CALL CATT and CALL CATX Routines */
data _null_;
  length stripped trimmed parted $ 60;
  x = 'Athens is t  '; y = 'he Olym '; z = 'pic site for 2004. ';
  call cats(stripped, x, y, z);
  call catt(trimmed, x, y, z);
  call catx('%%$%%', parted, x, y, z);
  put stripped= / trimmed= / parted=;
run;
/* log
stripped=Athens is the Olympic site for 2004.
trimmed=Athens is the Olympic site for 2004.
parted=Athens is t%%$%%he Olym%%$%%pic site for 2004.
*/
