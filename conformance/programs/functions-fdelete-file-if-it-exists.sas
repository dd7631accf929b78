/* source: SAS function fdelete (renenyffenegger.ch, github about-SAS, delete-file-if-it-exists.sas) */
%macro drop(name);
  filename f "&name";
  data _null_;
    if fexist('f') then do;
      put 'exists, going to delete it.';
      rc = fdelete('f');
    end;
    else put 'does not exist.' / 'Nothing to do!';
  run;
  filename f clear;
%mend;
%let place = %sysfunc(pathname(work))/tq84.txt;
data _null_; file "&place"; put 'x'; run;
%drop(&place)
%drop(&place)
/* log
exists, going to delete it.
does not exist.
Nothing to do!
*/
