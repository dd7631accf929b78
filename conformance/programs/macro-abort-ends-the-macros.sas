/* source: SAS 9.4 Macro Language: Reference, %ABORT Statement: stops the macro that is executing and the DATA step */
%macro stopper;
  %put before;
  %abort;
  %put not reached;
%mend;
%macro outer;
  %stopper
  %put not reached either;
%mend;
%outer
%put after;
/* log
before
after
*/
