/* source: SAS 9.4 Macro Language: Reference, %SYSMACEXIST Function and %SYSMACDELETE Statement */
%put %sysmacexist(once);
%macro once; %put once; %mend;
%put %sysmacexist(once);
%once
%sysmacdelete once;
%put %sysmacexist(once);
/* log
0
1
once
0
*/
