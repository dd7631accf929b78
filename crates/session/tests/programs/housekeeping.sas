/* Data sets listed, copied, changed, added to and deleted. */
data one two three;
  do i = 1 to 3;
    output one;
    if i = 2 then output two;
  end;
run;

proc append base=one data=two;
run;

proc append base=fresh data=one;
run;

proc datasets library=work nolist;
  change three = drei;
  delete two;
quit;

proc datasets library=work;
quit;

proc contents data=one;
run;

proc options option=bufsize;
run;
