/* source: STAT 4197/6197 course notes, Week 4, Ex6_compress_compbl and Ex8_tranwrd_translate (ProcJimi/curriculum, GitHub, 2019) */
data codes;
  input id $11.;
  nodash = compress(id, '-');
  digits = compress(id, ' ', 'kd');
  datalines;
301-538-0234
;
proc print data=codes; run;
data icd;
  input code $1-5 +1 label $40.;
  bare = compress(code, '.');
  single = compbl(label);
  put bare= single=;
  datalines;
S72.0 Fracture of  head and  neck  of   Fumer
;
data _null_;
  day = '12/31/2010';
  other = translate(day, '-', '/');
  text = 'Data from surveys';
  swap = tranwrd(text, 'surveys', 'records');
  put other= / swap=;
run;
/* log
bare=S720 single=Fracture of head and neck of Fumer
other=12-31-2010
swap=Data from records
*/
/* listing
Obs id nodash digits
1 301-538-023 301538023 301538023
*/
