/* source: Single, Double, Triple Ampersand SAS Macro Variables (listendata.com, 2016) */
%let x=temp;
%let n=3;
%let x3=result;
%let temp3=result2;
%put one: &x&n;
%put two: &&x&n;
%put three: &&&x&n;
%put nine: &&&&&&&&&x&n;
/* log
one: temp3
two: result
three: result2
nine: result2
*/
