/* source: SAS 9.4 Macro Language: Reference, %VERIFY Autocall Macro, example */
%macro check(name);
  %let name = %upcase(&name);
  %if %length(&name) > 8 %then %put &name: The fileref must be 8 characters or less.;
  %else %do;
    %let letters = ABCDEFGHIJKLMNOPQRSTUVWXYZ_;
    %let first = %verify(%substr(&name, 1, 1), &letters);
    %let rest = %verify(&name, &letters.1234567890);
    %if &rest > 0 %then %put &name: The fileref cannot contain "%substr(&name, &rest, 1)".;
    %if &first > 0 %then %put &name: The first character cannot be "%substr(&name, 1, 1)".;
    %if (&first or &rest) = 0 %then %put &name is a valid fileref.;
  %end;
%mend;
%check(file1)
%check(1file)
%check(filename1)
%check(file$)
/* log
FILE1 is a valid fileref.
1FILE: The first character cannot be "1".
FILENAME1: The fileref must be 8 characters or less.
FILE$: The fileref cannot contain "$".
*/
