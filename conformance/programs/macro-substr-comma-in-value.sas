/* source: what does it mean, reply on %SUBSTR and masking (SAS Communities m-p/809793, 2022) */
%let open=abcd,3;
%let masked=%str(abcd,3);
%put open=%substr(&open,1);
%put masked=%substr(&masked,1);
%put twice=%substr(%substr(&masked,1),1);
/* log
open=c
masked=abcd,3
twice=c
*/
