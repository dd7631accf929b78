/* source: DO UNTIL, DO WHILE Statements, SAS 9.4 Statements: Reference (SAS Institute) */
data _null_;
  k = 9;
  do until (k > 5); put 'until'; end;
  do while (k < 5); put 'while'; end;
  put 'end';
run;
/* log
until
end
*/
