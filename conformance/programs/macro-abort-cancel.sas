/* source: github.com, log of a macro that ends a program with %ABORT CANCEL (runquit) */
%macro halt;
  %if &syscc = 0 %then %abort cancel;
%mend;
%halt
%put never reached;
/* log
ERROR: Execution canceled by an %ABORT CANCEL statement.
NOTE: The SAS System stopped processing due to receiving a CANCEL request.
*/
