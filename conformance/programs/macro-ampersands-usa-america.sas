/* source: macro resolving issue (SAS Communities td-p/123352, accepted solution) */
%let a=usa;
%let usa=america;
%let america=states;
%put one &a two &&a three &&&a four &&&&a;
%put five &&&&&a six &&&&&&a seven &&&&&&&a;
/* log
one usa two usa three america four usa
five america six america seven states
*/
