/* source: Simulating arrays with SAS macros (renenyffenegger.ch, after SAS Global Forum paper 045-2008) */
%let var1=one;
%let var2=two;
%let var3=three;
%macro show;
  %do k=1 %to 3;
    %put The value of var&k is &&var&k;
  %end;
%mend;
%show
/* log
The value of var1 is one
The value of var2 is two
The value of var3 is three
*/
