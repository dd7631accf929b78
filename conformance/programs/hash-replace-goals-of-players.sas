/* source: SAS Global Forum 2007, paper 271: Getting Started with the DATA Step Hash Object */
data goals;
  input player $ when & $9.;
  datalines;
Hill 1st 01:24
Jones 1st 09:43
Santos 1st 12:45
Santos 2nd 00:42
Santos 2nd 03:46
Jones 2nd 11:15
;
data _null_;
  length list $64;
  if _n_ = 1 then do;
    declare hash players(ordered: 'a');
    players.definekey('player');
    players.definedata('player', 'list');
    players.definedone();
  end;
  set goals end=last;
  if players.find() ne 0 then do;
    list = when;
    players.add();
  end;
  else do;
    list = catx(', ', list, when);
    players.replace();
  end;
  if last then players.output(dataset: 'summary');
run;
data _null_;
  length player $8 list $64;
  declare hash h(dataset: 'summary');
  h.definekey('player');
  h.definedata('list');
  h.definedone();
  do player = 'Hill', 'Santos', 'Jones';
    if h.find() = 0 then put player list;
  end;
run;
/* log
Hill 1st 01:24
Santos 1st 12:45, 2nd 00:42, 2nd 03:46
Jones 1st 09:43, 2nd 11:15
*/
