/* source: SAS Some question regarding the concatenation operator (Stack Overflow 52902581) */
data crew;
  codeA = 'FA';
  codeB = '1';
  codeA = codeA||codeB;
run;
proc print data=crew noobs; run;
/* listing
codeA codeB
FA 1
*/
