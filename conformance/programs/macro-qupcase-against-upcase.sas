/* source: SAS 9.4 Macro Language: Reference, %UPCASE and %QUPCASE Functions, Comparing %UPCASE and %QUPCASE */
%let a=begin;
%let b=%nrstr(&a);
%put UPCASE produces: %upcase(&b);
%put QUPCASE produces: %qupcase(&b);
/* log
UPCASE produces: begin
QUPCASE produces: &A
*/
