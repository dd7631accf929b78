/* source: SAS Viya examples on CASUSER, PROC PRINT without the libref (github.com) */
proc print data=casuser.shoetbl;
run;
/* log
ERROR: Libref CASUSER is not assigned.
*/
