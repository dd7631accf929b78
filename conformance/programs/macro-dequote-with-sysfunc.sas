/* source: SAS function dequote (renenyffenegger.ch, github about-SAS, dequote.sas) */
%macro m(param); %put dequote of &param = %sysfunc(dequote(&param)); %mend;
%m(foo)
%m(foo''bar)
%m("hello world")
/* log
dequote of foo = foo
dequote of foo''bar = foo''bar
dequote of "hello world" = hello world
*/
