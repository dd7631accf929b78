/* source: substr.sas and scan.sas (Bob Heckel, bheckel/code, GitHub) */
data _null_;
  phone = '800-555-1234';
  from = length(phone) - 3;
  a = substr(phone, from, 4);
  b = substr(reverse(trim(phone)), 1, 4);
  put a= b=;
  s = 'BQH0.PGM.LIB.FOO';
  last = scan(s, 4);
  first = scan(s, -4);
  dots = length(s) - length(compress(s, '.'));
  again = scan(s, dots + 1);
  put last= first= again=;
run;
/* log
a=1234 b=4321
last=FOO first=BQH0 again=FOO
*/
