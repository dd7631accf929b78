/* A data set from one session to another; the second only reads it. In a macro, references of the blocks are
   resolved here. */
%macro send;
  options comamid=tcp;
  signon writer sascmd="!sascmd -nosgio -bufsize 64k";
  signon reader sascmd="!sascmd -nosgio -bufsize 64k";

  data _null_;
    call symput('start', put(datetime(), 20.6));
  run;

  rsubmit process=writer wait=no;
    libname source "&folder";
    libname out sasesock "&address";
    data out.bytes;
      set source.bytes;
    run;
  endrsubmit;

  rsubmit process=reader wait=no;
    libname in sasesock "&address";
    data _null_;
      set in.bytes;
    run;
  endrsubmit;
  waitfor _all_ writer reader;

  data _null_;
    seconds = datetime() - input(symget('start'), 20.);
    put 'NOTE: Sent in ' seconds 'seconds';
  run;
  signoff _all_;
%mend send;
%send
