/* source: SAS 9.4 Functions and CALL Routines: Reference, IORCMSG Function: the text of the error that _IORC_ tells */
data master(index=(id));
  input id name $ @@;
  datalines;
1 one 2 two
;
data _null_;
  id = 7;
  set master key=id / unique;
  if _iorc_ = %sysrc(_dsenom) then do;
    filled = iorcmsg() ne ' ';
    _error_ = 0;
    put 'no match ' filled=;
  end;
  stop;
run;
/* log
no match filled=1
*/
