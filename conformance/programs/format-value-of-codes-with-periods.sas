/* source: STAT 4197/6197 course notes, Week 3, Ex4_Value_cntlin_compared (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  value $cause A01.3='Paratyphoid fever C' A01.4='Paratyphoid fever, unspecified' A02='Other salmonella infections'
    A02.0='Salmonella enteritis' A02.1='Salmonella septicaemia';
run;
data causes;
  retain fmtname '$causes' type 'C';
  input start $ label & $50.;
  datalines;
A01.3 Paratyphoid fever C
A01.4 Paratyphoid fever, unspecified
A02 Other salmonella infections
A02.0 Salmonella enteritis
;
proc format cntlin=causes; run;
data have;
  input id $ code $ @@;
  a = put(code, $cause.); b = put(code, $causes.); same = a = b;
  put id a same;
  datalines;
12345 A01.4 23456 A01.3 34567 A02.0
;
/* log
12345 Paratyphoid fever, unspecified 1
23456 Paratyphoid fever C 1
34567 Salmonella enteritis 1
*/
