/* source: SAS 9.4 Functions and CALL Routines: Reference, VARNAME, VARNUM, VARTYPE, VARLEN, VARLABEL, VARFMT, VARINFMT */
data grades;
  length name $ 20;
  label name='Name of pupil' day='Day of test';
  format day date9.; informat day mmddyy8.;
  name = 'Ann'; day = '01JAN2020'd; score = 3;
run;
data _null_;
  id = open('grades', 'i');
  do n = 1 to attrn(id, 'nvars');
    name = varname(id, n); number = varnum(id, name); type = vartype(id, n); length = varlen(id, n);
    label = varlabel(id, n); format = varfmt(id, n); informat = varinfmt(id, n);
    put number name type length label format informat;
  end;
  none = varnum(id, 'nosuch');
  put none=;
  rc = close(id);
run;
/* log
1 name C 20 Name of pupil
2 day N 8 Day of test DATE9. MMDDYY8.
3 score N 8
none=0
*/
