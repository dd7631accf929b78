/* source: consecutive observations only (SAS Communities, SAS Procedures) */
data panel;
  input Panelist Year @@;
  datalines;
1 2003 1 2004 1 2005 1 2006 1 2008 1 2009
2 2003 2 2004 2 2005 2 2007 2 2008 2 2009
3 2003 3 2004
;
run;
data three;
  set panel;
  by Panelist;
  set panel(firstobs=2 keep=Year rename=(Year=n1)) panel(obs=1 drop=_all_);
  n1 = ifn(last.Panelist, ., n1);
  set panel(firstobs=3 keep=Year rename=(Year=n2)) panel(obs=2 drop=_all_);
  n2 = ifn(last.Panelist, ., n2);
  p1 = ifn(first.Panelist, ., lag(Year));
  p2 = ifn(first.Panelist, ., lag2(Year));
  if (Year - 2 eq p1 - 1 eq p2)
    or (Year + 2 eq n1 + 1 eq n2)
    or (Year eq n1 - 1 eq p1 + 1);
  keep Panelist Year;
run;
proc print data=three noobs;
run;
/* listing
Panelist Year
1 2003
1 2004
1 2005
1 2006
2 2003
2 2004
2 2005
2 2007
2 2008
2 2009
*/
