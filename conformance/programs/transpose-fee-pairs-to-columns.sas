/* source: Transposing multiple variables with different ids, a single transpose cannot do this (SAS Forum; rogerjdeangelis on GitHub) */
data fees;
  input customer_id invoice_num customer_name $ chrg $ amt;
  cards4;
1121 1 Bank1 Fee1 1
1121 1 Bank1 Fee2 2
1121 1 Bank1 Fee3 3
1122 2 Bank2 Fee4 12
1122 2 Bank2 Fee5 15
1122 2 Bank2 Fee7 15
1123 3 Bank3 Fee1 1
1123 3 Bank3 Fee3 2
1123 3 Bank3 Fee5 3
1124 4 Bank4 Fee3 12
1124 4 Bank4 Fee5 15
1124 4 Bank4 Fee7 15
;;;;
proc transpose data=fees out=names(drop=_name_) prefix=chrg;
  by customer_id invoice_num customer_name;
  var chrg;
run;
proc transpose data=fees out=amounts(drop=_name_) prefix=amt;
  by customer_id;
  var amt;
run;
data wide;
  merge names amounts;
  by customer_id;
run;
proc print data=wide noobs;
run;
/* listing
1121 1 Bank1 Fee1 Fee2 Fee3 1 2 3
1122 2 Bank2 Fee4 Fee5 Fee7 12 15 15
1123 3 Bank3 Fee1 Fee3 Fee5 1 2 3
1124 4 Bank4 Fee3 Fee5 Fee7 12 15 15
*/
