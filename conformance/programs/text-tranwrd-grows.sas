/* source: SAS function tranwrd, file tranwrd.sas (ReneNyffenegger/about-SAS, GitHub); course notes, Week 10 (ProcJimi/curriculum, GitHub) */
data _null_;
  text = 'foo bar baz';
  one = tranwrd(text, 'a', ' AAA ');
  two = tranwrd(text, 'ba', 'BA');
  put one= / two=;
  name = 'NR_C_Checkup';
  long = tranwrd(name, 'C_', 'P_ ');
  put long=;
  part = substr(text, 5, 3);
  put part=;
run;
options missing='?';
data _null_; put nothing=; run;
/* log
one=foo b AAA r b AAA z
two=foo BAr BAz
long=NR_P_ Checkup
part=bar
nothing=?
*/
