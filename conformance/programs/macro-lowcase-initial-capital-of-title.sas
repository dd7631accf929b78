/* source: SAS 9.4 Macro Language: Reference, %LOWCASE and %QLOWCASE, Creating a Title with Initial Letters Capitalized */
%macro initcaps(title);
  %global newtitle;
  %let newtitle=;
  %let lastchar=;
  %do i=1 %to %length(&title);
    %let char=%qsubstr(&title,&i,1);
    %if (&lastchar=%str( ) or &i=1) %then %let char=%qupcase(&char);
    %else %let char=%qlowcase(&char);
    %let newtitle=&newtitle&char;
    %let lastchar=&char;
  %end;
  %put &newtitle;
%mend;
%initcaps(%str(sales: COMMAND REFERENCE, VERSION 2, SECOND EDITION!))
/* log
Sales: Command Reference, Version 2, Second Edition!
*/
