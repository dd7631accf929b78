/* source: STAT 4197/6197 course notes, Week 10, Ex14_VList_HList (ProcJimi/curriculum, GitHub, 2019) */
data two; set sashelp.class(firstobs=2); run;
%macro show;
  %local names j;
  %let names = sashelp.class work.two;
  %do j = 1 %to %sysfunc(countw(&names, %str( )));
    title "%upcase(%scan(&names, &j, %str( )))";
    proc print data=%scan(&names, &j, %str( ))(obs=2) noobs; run;
  %end;
%mend;
%show
/* listing
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Alice F 13 56.5 84
Barbara F 13 65.3 98
*/
