/* PROC IMPORT reads as the DATA step that SAS generates for it: informats and formats by the values of the first rows
   (published logs of PROC IMPORT: BEST32., NLNUM32., MMDDYY10., DDMMYY10., YYMMDD10., DATE9., TIME20.3, ANYDTDTM40.), blank
   lines are observations, and values that an informat does not read are missing. */
%let folder = &sysparm;
data _null_;
  file "&folder/types.csv";
  put 'us,eu,iso,mon,money,dt,iso_dt,t,n,text value';
  put '01/15/2020,15/01/2020,2020-01-15,15JAN2020,"$1,234.50",01/15/2020 10:30,2020-01-15T10:30:00,10:30,1.5,"a ""b"", c"';
  put '2/3/2020,03/02/2020,2020-02-03,3feb2020,12,2/3/2020 1:30 PM,,23:59:59.5,.,';
run;
proc import datafile="&folder/types.csv" out=types dbms=csv replace; run;
%put &=_EFIERR_;
data _null_; set types; put (_all_) (=); put us= 8. eu= 8. iso= 8. mon= 8. money= 8.2 dt= 12. iso_dt= 12. t= 8.1; run;
proc contents data=types varnum; run;

/* The step of the log, with a path of this session, reads the same. */
data again;
   infile "&folder/types.csv" delimiter = ',' MISSOVER DSD lrecl=32767 firstobs=2 ;
      informat us mmddyy10. ;
      informat eu ddmmyy10. ;
      informat iso yymmdd10. ;
      informat mon date9. ;
      informat money nlnum32. ;
      informat dt anydtdtm40. ;
      informat iso_dt anydtdtm40. ;
      informat t time20.3 ;
      informat n best32. ;
      informat text_value $8. ;
   input us eu iso mon money dt iso_dt t n text_value $ ;
run;
data _null_; set again; put us= 8. eu= 8. iso= 8. mon= 8. money= 8.2 dt= 12. iso_dt= 12. t= 8.1 n= text_value=; run;

/* Blank lines: 3 and 5 observations, as INFILE reads them. */
data _null_; file "&folder/one.csv"; put 'a'; put '1'; put ' '; put; put '3'; run;
data _null_; file "&folder/two.csv"; put 'a,b'; put; put '1,2'; put; put; put '3,4'; run;
proc import datafile="&folder/one.csv" out=one dbms=csv replace; run;
proc import datafile="&folder/two.csv" out=two dbms=csv replace; run;
proc print data=one; run;
proc print data=two; run;
data inf; infile "&folder/two.csv" dsd missover firstobs=2; input a b; run;

/* The first rows decide: 20 by default. */
data _null_;
  file "&folder/late.txt";
  put 'n|c';
  do i = 1 to 20; put i +(-1) '|abc'; end;
  put 'x|longer';
  put '22|' '"of two';
  put 'lines"';
run;
proc import datafile="&folder/late.txt" out=late dbms=dlm replace; delimiter='|'; run;
%put &=_EFIERR_;
proc print data=late(firstobs=20); run;
proc import datafile="&folder/late.txt" out=late dbms=dlm replace; delimiter='|'; guessingrows=max; run;
proc print data=late(firstobs=20); run;
