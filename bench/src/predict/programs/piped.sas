/* The same through a pipe, by two sessions at once. In a macro, references of the blocks are resolved here. */
%macro piped;
  options comamid=tcp;
  signon maker sascmd="!sascmd &more";
  signon counter sascmd="!sascmd &more";
  rsubmit process=maker wait=no;
    libname in "&folder" access=readonly;
    libname out sasesock ":&port" timeout=60;
    data out.costs;
      set in.a;
      cost = x1 + x2;
    run;
  endrsubmit;
  rsubmit process=counter wait=no;
    libname made sasesock ":&port" timeout=60;
    proc tabulate data=made.costs;
      class region quarter;
      table quarter*region all;
    run;
  endrsubmit;
  waitfor _all_ maker counter;
  signoff _all_;
%mend piped;
%piped
