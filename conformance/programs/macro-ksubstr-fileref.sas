/* source: SAS 9.4 National Language Support: Reference Guide, %KSUBSTR and %QKSUBSTR Macro Functions, example 1 */
%macro reference(name, file);
  %if %klength(&name) gt 8 %then %let name = %ksubstr(&name, 1, 8);
  %put FILENAME %kupcase(&name) "&file";
%mend;
%reference(humanresource, /dept/humanresource/report96)
/* log
FILENAME HUMANRES "/dept/humanresource/report96"
*/
