/* source: Other Functions That Perform Macro Quoting, %QSCAN (SAS 9.4 Macro Language Reference, support.sas.com) */
data _null_;
  call symputx('buf', 'Fischer Books#Smith&Sons#Sarah''s Sweet Shoppe');
run;
%macro cut(sep);
  %local k;
  %do k=1 %to 3;
    %global part&k;
    %let part&k=%qscan(%superq(buf),&k,&sep);
  %end;
%mend;
%cut(#)
%put [&part1];
%put [&part2];
%put [&part3];
/* log
[Fischer Books]
[Smith&Sons]
[Sarah's Sweet Shoppe]
*/
