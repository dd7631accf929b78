/* The interleave of a published measurement (SAS Global Forum 2013, paper 479): ALLA and ALLB of census.sas become one
   data set of WORK in the order of SERIALNO. The paper holds its time against that of a job of fio that reads and
   writes as much. Parameter, set by --let NAME=VALUE:

     folder  where ALLA and ALLB are     (.)         */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

%default(folder, .)

libname savedata "&folder" access=readonly;

data work.census;
  set savedata.alla savedata.allb;
  by serialno;
run;
