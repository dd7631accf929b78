/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL VNEXT and CALL LABEL Routines: names in their order, labels of variables */
/* differs: automatic variables are not among the names */
data _null_;
  length name $32 text $40;
  x = 1; y = 'abc';
  label y = 'A text';
  do until (name = ' ');
    call vnext(name);
    if name ne ' ' then put name=;
  end;
  call label(y, text);
  put text=;
  call vname(y, text);
  put text=;
run;
/* log
name=name
name=text
name=x
name=y
name=_ERROR_
name=_N_
text=A text
text=y
*/
