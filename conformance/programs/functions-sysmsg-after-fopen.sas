/* source: SAS function sysmsg (renenyffenegger.ch, github about-SAS, sysmsg/fopen.sas) */
filename none '/file/that/does/not/exist';
data _null_;
  f = fopen('none', 'i');
  if f = 0 then do;
    reason = sysmsg();
    failed = sysrc() ne 0;
    put 'Could not open file for reading.';
    put failed=;
  end;
run;
/* log
Could not open file for reading.
failed=1
*/
