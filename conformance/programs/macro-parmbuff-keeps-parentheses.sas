/* source: SYSPBUFF Automatic Macro Variable (SAS 9.2 Macro Language Reference, support.sas.com) */
%macro colors/parmbuff;
  %put got &syspbuff;
%mend;
%colors(purple,red,blue,teal)
/* log
got (purple,red,blue,teal)
*/
