* Numbers among the texts of a loop, a label before RUN, and LOSTCARD;
data _null_;
  do c = 'abc', 10, 'de', 123456; put c= @; end;
  if c = 'x' then goto done;
  put 'not x';
done: run;
data _null_;
  input x @; if x = 2 then lostcard; put x=;
  datalines;
1
2
3
;
