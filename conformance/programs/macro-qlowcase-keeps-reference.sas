/* source: SAS 9.4 Macro Language: Reference, %LOWCASE and %QLOWCASE: the masked reference stays with %QLOWCASE alone */
%let theend=THE END;
%let b=%nrstr(&THEEND);
%put LOWCASE: %lowcase(&b);
%put QLOWCASE: %qlowcase(&b);
/* log
LOWCASE: THE END
QLOWCASE: &theend
*/
