/* source: Problem: Automatic retain on variables read with set statement (NC State University, SAS Consulting, SAS 8.2) */
data first9;
  length time tdaysq 8 method $ 8;
  method = 'ph';
  do time = 1 to 3;
    do tdaysq = 100, 225, 400;
      output;
    end;
  end;
run;
data second9;
  length time tday 8 method $ 8;
  method = 'observed';
  do time = 1 to 3;
    do tday = 10, 15, 20;
      output;
    end;
  end;
run;
data both;
  set first9 second9;
  if missing(tday) then do;
    miss = 'Yes';
    tday = sqrt(tdaysq);
  end;
  else miss = 'No ';
run;
proc print data=both;
run;
/* listing
Obs time tdaysq method tday miss
1 1 100 ph 10 Yes
2 1 225 ph 10 No
3 1 400 ph 10 No
4 2 100 ph 10 No
5 2 225 ph 10 No
6 2 400 ph 10 No
7 3 100 ph 10 No
8 3 225 ph 10 No
9 3 400 ph 10 No
*/
