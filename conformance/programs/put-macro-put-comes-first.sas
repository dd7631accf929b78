/* source: compilation, order-put.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  put 'Hello from statement put';
  %put Hello from macro put;
run;
/* log
Hello from macro put
Hello from statement put
*/
