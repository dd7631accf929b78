/* source: When Variable Values Are Automatically Set to Missing, SAS 9.1.3 Language Reference: Concepts (SAS Institute) */
data _null_;
  input go;
  array kept{1} (5);
  array lost{1};
  array temp{1} _temporary_;
  if go = 1 then do; kept{1} = 9; lost{1} = 9; temp{1} = 9; end;
  else do;
    t = temp{1};
    put kept1= lost1= t=;
  end;
datalines;
1
2
;
/* log
kept1=9 lost1=. t=9
*/
