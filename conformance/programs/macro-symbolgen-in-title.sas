/* source: Displaying Macro Variable Values (SAS 9.4 Macro Language Reference, chapter 3) */
%let proc=gplot;
%let dset=sasuser.houses;
options symbolgen;
title "%upcase(&proc) of %upcase(&dset)";
options nosymbolgen;
/* log
SYMBOLGEN: Macro variable PROC resolves to gplot
SYMBOLGEN: Macro variable DSET resolves to sasuser.houses
*/
