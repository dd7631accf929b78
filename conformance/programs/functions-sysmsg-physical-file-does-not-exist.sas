/* source: SAS function sysmsg (renenyffenegger.ch, github about-SAS, sysmsg/fopen.sas) */
/* differs: the text is that of the operating system */
filename none '/file/that/does/not/exist';
data _null_;
  f = fopen('none', 'i');
  reason = sysmsg();
  put reason;
run;
/* log
ERROR: Physical file does not exist /file/that/does/not/exist
*/
