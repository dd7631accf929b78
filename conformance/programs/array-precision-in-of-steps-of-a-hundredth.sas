/* source: Mysterious IN function (SAS Communities; github.com/rogerjdeangelis, utl_using_integer_arithmetic) */
%let nodes=-0.1 0 0.1 0.2;
data x(keep=x flag);
  nstep = round((0.2 + 0.2) / 0.01);
  do iter = 0 to nstep;
    flag = 0;
    x = -0.2 + 0.01 * iter;
    if x in (&nodes) then flag = 1;
    if flag then output;
  end;
run;
data y(keep=y);
  do y = -20 to 20;
    if y in (-10 0 10 20) then output;
  end;
run;
proc print data=x; run;
proc print data=y; run;
/* listing
1 1 -0.1
2 1 0.0
3 1 0.2
1 -10
2 0
3 10
4 20
*/
