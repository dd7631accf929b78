/* PROC IMPORT reads character values as the informat $w. of the step in its log does: leading blanks are not part of a
   value, and a single period is a missing value (SAS 9.4 Formats and Informats: $w.). */
%let folder = &sysparm;
data _null_;
  file "&folder/blanks.csv";
  put 'a,b,c';
  put 'NA,.,  x';
  put '1,.A," . "';
  put +1 '2,  long, .y';
  put '3,"  y",.';
run;
proc import datafile="&folder/blanks.csv" out=imported dbms=csv replace; run;
data again;
   infile "&folder/blanks.csv" delimiter = ',' MISSOVER DSD lrecl=32767 firstobs=2 ;
      informat a $2. ;
      informat b $4. ;
      informat c $2. ;
      format a $2. ;
      format b $4. ;
      format c $2. ;
   input a $ b $ c $ ;
run;
data _null_; set imported; put '[' a $char2. '|' b $char4. '|' c $char2. ']'; run;
data _null_; set again; put '[' a $char2. '|' b $char4. '|' c $char2. ']'; run;
