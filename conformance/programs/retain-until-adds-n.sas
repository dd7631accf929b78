/* source: Week4_Part2.ipynb, Do Until with an OUTPUT statement before END (github.com/ProcJimi/curriculum) */
data steps;
  x = 0;
  i = 1;
  do until (i ge 6);
    x = x + _N_;
    i = i + _N_;
    output;
  end;
run;
proc print data=steps noobs;
run;
/* listing
x i
1 2
2 3
3 4
4 5
5 6
*/
