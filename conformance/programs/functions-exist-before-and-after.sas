/* source: SAS function exist (renenyffenegger.ch, github about-SAS, check-existence-dataset.sas) */
%macro there(name);
  %if %sysfunc(exist(&name)) %then %put Table &name does indeed exist;
  %else %put Table &name does not exist;
%mend;
%there(tab)
data tab; x = 'foo'; run;
%there(tab)
proc datasets library=work nolist; delete tab; quit;
%there(tab)
/* log
Table tab does not exist
Table tab does indeed exist
Table tab does not exist
*/
