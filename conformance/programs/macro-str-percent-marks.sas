/* source: Macro quoting functions and unmatched marks (SAS Macro Language Reference, %STR and %NRSTR, support.sas.com) */
%let b=%str(345%));
%put [&b];
%let p=%str(TITLE "20%%";);
%put [&p];
%let c=%str(a%');
%put [&c];
%let d=%str(log%(12);
%put [&d];
%let e=%str(title %"first);
%put [&e];
%let f=Comments can start with %str(/)%str(*);
%put &f;
/* log
[345)]
[TITLE "20%";]
[a']
[log(12]
[title "first]
Comments can start with /*
*/
