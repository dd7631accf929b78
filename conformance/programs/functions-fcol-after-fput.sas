/* source: SAS function fcol (renenyffenegger.ch, github about-SAS, fcol.sas) */
filename out temp;
data _null_;
  fid=fopen('out','o',,'b');
  c=fcol(fid); put 'new ' c=;
  rc=fput(fid,'abc'); c=fcol(fid); put 'abc ' c=;
  rc=fput(fid,'x'); c=fcol(fid); put 'x ' c=;
  rc=fput(fid,'!!'); c=fcol(fid); put 'marks ' c=;
  rc=fput(fid,'0a'x); c=fcol(fid); put 'end ' c=;
  rc=fwrite(fid); c=fcol(fid); put 'written ' c=;
  rc=fclose(fid);
run;
/* log
new c=1
abc c=4
x c=5
marks c=7
end c=8
written c=1
*/
