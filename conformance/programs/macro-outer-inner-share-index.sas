/* source: nested macro loops and a shared index, reply with log (SAS Communities, user-id 446019, OUTER and INNER) */
%macro outer(n=);
  %do i=1 %to &n;
    %put %nrstr(%%)&sysmacroname;
    %put _user_;
    %inner(n=3)
  %end;
%mend outer;
%macro inner(n=);
  %do i=1 %to &n;
    %put %nrstr(%%)&sysmacroname;
    %put _user_;
  %end;
%mend inner;
%outer(n=2)
%put done;
/* log
%OUTER
OUTER I 1
OUTER N 2
%INNER
INNER N 3
OUTER I 1
OUTER N 2
%INNER
INNER N 3
OUTER I 2
OUTER N 2
%INNER
INNER N 3
OUTER I 3
OUTER N 2
done
*/
