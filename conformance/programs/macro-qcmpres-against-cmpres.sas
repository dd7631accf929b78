/* source: SAS 9.2 Macro Language: Reference, %CMPRES and %QCMPRES, Example 2 */
%let x=5;
%let y=10;
%let a=%nrstr(%eval(&x   +   &y));
%put QCMPRES: %qcmpres(&a);
%put CMPRES: %cmpres(&a);
/* log
QCMPRES: %eval(&x + &y)
CMPRES: 15
*/
