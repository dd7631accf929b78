/* source: SAS 9.4 Macro Language: Reference, %CMPRES and %QCMPRES Autocall Macros, example 2 */
%let low=5;
%let high=10;
%let sum=%nrstr(%eval(&low   +   &high));
%put masked: %qcmpres(&sum);
%put unmasked: %cmpres(&sum);
/* log
masked: %eval(&low + &high)
unmasked: 15
*/
