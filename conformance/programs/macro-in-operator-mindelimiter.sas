/* source: MINDELIMITER= System Option (SAS 9.1.3 Macro Language Reference, support.sas.com) */
options minoperator;
%put blank, commas: %eval(a in d,e,f,a,b,c);
%put blank, blanks: %eval(a in d e f a b c);
options mindelimiter=',';
%put comma, commas: %eval(a in d,e,f,a,b,c);
%put comma, blanks: %eval(a in d e f a b c);
/* log
blank, commas: 0
blank, blanks: 1
comma, commas: 1
comma, blanks: 0
*/
