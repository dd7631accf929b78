/* RENAME= of one pair stands without parentheses: K=7 and B=8. */
data r; a = 7; b = 8; run;
data s; set r(rename=a=k); run;
proc print data=s; run;
data t(rename=a=c keep=a); set r; run;
proc print data=t(rename=c = 'd'n); run;
