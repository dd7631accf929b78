/* source: SAS 9.4 DATA Step Statements: Reference, SET Statement with KEY= and _IORC_ */
data master(index=(id));
  input id name $;
  datalines;
1 one
2 two
3 three
;
data _null_;
  do id = 2, 7, 3;
    set master key=id / unique;
    select (_iorc_);
      when (%sysrc(_sok)) put id 'found ' name;
      when (%sysrc(_dsenom)) do; _error_ = 0; put id 'no match'; end;
      otherwise put 'unexpected ' _iorc_=;
    end;
  end;
  stop;
run;
/* log
2 found two
7 no match
3 found three
*/
