/* source: STAT 4197/6197 course notes, Week 3, Ex6_Finding_Invalids (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  value dcheck low-high = 'valid date' other = 'invalid date';
run;
data visits;
  infile datalines firstobs=2;
  input name $ 1-7 @8 seen ?? mmddyy10. @8 seen_text $10.;
  format seen mmddyy10.;
  datalines;
12345678901234567890
Alfred 04/22/2005
Alice  01/15/2005
Barbara12/20/2004
Carol  10/29/1999
Henry  02/31/2007
Philip 02/31/2005
Ronald 02/29/2006
;
proc freq data=visits;
  tables seen / missing;
  format seen dcheck.;
run;
proc print data=visits noobs;
  var name seen_text;
  where seen = .;
run;
/* listing
invalid date 3 42.86 3 42.86
valid date 4 57.14 7 100.00
name seen_text
Henry 02/31/2007
Philip 02/31/2005
Ronald 02/29/2006
*/
