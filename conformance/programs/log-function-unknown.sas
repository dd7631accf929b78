/* source: log of SAS 9.4 in a public repository (tests of log parsing: 22-322, 79-322, 68-185 and 251-185, github.com) */
data _null_;
  x = symputx('a', 1);
run;
/* log
ERROR 68-185: The function SYMPUTX is unknown, or cannot be accessed.
*/
