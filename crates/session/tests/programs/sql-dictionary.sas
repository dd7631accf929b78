/* PROC SQL: dictionary tables, and the views of SASHELP that show them to all steps. */
title 'First';
title3 'Third';
footnote 'Foot';
data class(label='Pupils');
  length name $8;
  input name $ age;
  label age='Age in years';
  format age 4.;
datalines;
Ann 11
Bob 12
;
filename letters 'letters.txt';
proc sql;
create view young as select * from class where age < 12;
describe table dictionary.titles, dictionary.libnames;
select type, number, text from dictionary.titles;
select libname, engine, level, readonly, temp from dictionary.libnames where libname = 'WORK';
select optname, setting from dictionary.options where optname in ('OBS', 'BUFNO', 'CENTER', 'FULLSTIMER');
select memname, memtype, memlabel, nobs, nvar, delobs, nlobs, filesize > 0 as has_size from dictionary.tables
  where libname = 'WORK';
select libname, memname, engine from dictionary.views;
select fileref, xpath, xengine from dictionary.extfiles;
select name, type, label from dictionary.dictionaries where memname = 'VIEWS';
select * from dictionary.catalogs union corr select * from dictionary.indexes;
select libname, memname, memtype from sashelp.vstabvw;
select memname from sashelp.vsview;
select distinct libname from sashelp.vslib where libname = 'WORK';
select name into :numbers separated by ' ' from sashelp.vcolumn where libname = 'WORK' and memname = 'CLASS' and type = 'num';
%put &numbers;
quit;
data columns;
  set sashelp.vcolumn;
  where libname = 'WORK' and memname = 'CLASS';
  keep name type length label format;
run;
proc print data=columns;
run;
proc print data=sashelp.vtitle;
run;
data _null_;
  set sashelp.nothing;
run;
