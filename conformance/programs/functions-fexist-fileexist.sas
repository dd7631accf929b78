/* source: SAS functions fexist and fileexist (renenyffenegger.ch, github about-SAS) */
filename one '/most/probably/does/not/exist.txt';
data _null_;
  ok1 = fexist('one'); ok2 = fexist('two');
  file = fileexist('/most/probably/does/not/exist.txt');
  work = fileexist(getoption('work'));
  put ok1= ok2= file= work=;
run;
/* log
ok1=0 ok2=0 file=0 work=1
*/
