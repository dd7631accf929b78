/* source: SAS function libref (renenyffenegger.ch, github about-SAS, libref/is-assigned.sas) */
data _null_; if libref('mine') ne 0 then put 'mine is not assigned'; else put 'mine is assigned'; run;
libname mine "%sysfunc(pathname(work))";
data _null_; if libref('mine') ne 0 then put 'mine is not assigned'; else put 'mine is assigned'; run;
/* log
mine is not assigned
mine is assigned
*/
