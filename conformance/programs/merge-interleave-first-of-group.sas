/* source: hierarchy.sas (Bob Heckel, github.com/bheckel/code) */
data kept; do acct=6471906 to 6471909; control=9999661; output; end; run;
data lost; acct=6471908; control=9999999; run;
data roll; set kept lost; by acct; retain c;
  if first.acct then c=control;
  currentcontrol=c; drop c;
run;
proc print data=roll; run;
/* listing
Obs      acct     control    currentcontrol
1     6471906    9999661        9999661
2     6471907    9999661        9999661
3     6471908    9999661        9999661
4     6471908    9999999        9999661
5     6471909    9999661        9999661
*/
