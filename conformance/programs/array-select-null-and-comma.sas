/* source: SELECT Statement, SAS 9.4 Statements: Reference (SAS Institute) */
data _null_;
  do v = 1 to 4;
    select (v);
      when (1);
      when (2, 3) put 'when ' v=;
      otherwise;
    end;
    put 'after ' v=;
  end;
run;
/* log
after v=1
when v=2
after v=2
when v=3
after v=3
after v=4
*/
