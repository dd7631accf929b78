/* source: Examining the automatic variable _IORC_ (SAS 9.4 DATA Step Statements: Reference, MODIFY; SUGI papers on KEY=) */
%put %sysrc(_SOK) %sysrc(_DSENMR) %sysrc(_DSEMTR) %sysrc(_DSENOM);
/* log
0 1230013 1230014 1230015
*/
